package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions that rules can call, by examples that are true. */
class RuleFunctionsTest {
  private static final String SPEC =
      """
      type: object
      properties:
        text: {type: string, maxLength: 10}
        whole: {type: integer}
        number: {type: number}
        either: {x-kubernetes-int-or-string: true}
        at: {type: string, format: date-time}
        day: {type: string, format: date}
        wait: {type: string, format: duration}
        data: {type: string, format: byte}
        none: {type: string, nullable: true}
        list: {type: array, maxItems: 10, items: {type: integer}}
        nulls: {type: array, maxItems: 10, items: {type: integer, nullable: true}}
        map: {type: object, maxProperties: 10, additionalProperties: {type: integer}}
        set: {type: array, maxItems: 10, items: {type: string}, x-kubernetes-list-type: set}
        other: {type: array, maxItems: 10, items: {type: string}, x-kubernetes-list-type: set}
        keyed: {type: array, maxItems: 10, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}, v: {type: integer}}}}
        moved: {type: array, maxItems: 10, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}, v: {type: integer}}}}
        more: {type: array, maxItems: 10, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}, v: {type: integer}}}}
        open: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: integer}}}
      """;

  private static final String OBJECT =
      """
      spec:
        text: abc
        whole: 3
        number: 2
        either: 50%
        at: "2024-02-29T12:30:00Z"
        day: "2024-02-29"
        wait: 1h30m
        data: aGVsbG8=
        none: null
        list: [1, 2, 3]
        nulls: [1, null]
        map: {a: 1, b: 2}
        set: [x, y]
        other: [y, x]
        keyed: [{k: a, v: 1}, {k: b, v: 2}]
        moved: [{k: b, v: 2}, {k: a, v: 1}]
        more: [{k: b, v: 7}, {k: c, v: 8}]
        open: {a: 1, hidden: true}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Values
        "self.number == 2.0 && self.number / 4.0 == 0.5",
        "self.whole < 3.5 && self.whole == 3",
        "type(self.either) == string && self.either.endsWith('%')",
        "type(self.either) == int ? self.either > 5 : int(self.either.replace('%', '')) == 50",
        "self.at > timestamp('2024-01-01T00:00:00Z') && self.at.getFullYear() == 2024",
        "self.day < self.at",
        "self.wait == duration('90m') && self.wait > duration('1h')",
        "self.data == b'hello' && self.data.size() == 5",
        "!has(self.none)",
        "dyn(self.nulls[1]) == null",
        "self.open.a == 1 && self.open == self.open",
        "self.set == self.other && dyn(self.keyed) == dyn(self.moved)",
        "dyn(self.keyed[0]) == dyn(self.moved[1]) && dyn(self.keyed[0]) != dyn(self.moved[0])",
        "'a' in self.map && !('z' in self.map) && self.map['b'] == 2 && self.map.size() == 2",
        "2 in self.list && !(9 in self.list)",
        // Concatenation and union of lists
        "self.list + [3, 4] == [1, 2, 3, 3, 4] && [3] + self.set.map(x, 1) == [3, 1, 1]",
        "(self.set + ['y', 'z', 'z']).size() == 3 && self.set + ['z', 'y'] == ['z', 'y', 'x']",
        "self.set + self.other == self.other && (self.set + ['z'])[2] == 'z'",
        "self.set + ['z'] + ['z', 'x'] == ['x', 'y', 'z'] && ['x'] + self.set == ['x', 'x', 'y']",
        "(dyn(self.keyed) + self.moved).size() == 2 && (dyn(self.keyed) + self.moved)[0].k == 'a'",
        "(self.keyed + self.keyed.filter(x, x.k == 'b')) == dyn(self.moved)",
        "(dyn(self.keyed) + self.more).map(x, x.v) == [1, 7, 8] && (self.keyed + [])[1].v == 2",
        "self.keyed == dyn(self.moved.filter(x, true)) && dyn(self.keyed) + self.more != dyn([])",
        "dyn(self.set) + dyn(self.set) == self.set && dyn(self.list) + dyn([1]) == [1, 2, 3, 1]",
        "dyn(self.whole) + dyn(1) == 4 && dyn(self.text) + dyn('d') == 'abcd'",
        // Conversions
        "int('-7') == -7 && int('+7') == 7 && uint('7') == 7u && double('1e3') == 1000.0",
        "double('-inf') < 0.0 && double('.5') == 0.5 && double('5.') == 5.0",
        "string(dyn(self.text)) == 'abc' && string(dyn(self.whole)) == '3' && int(dyn(3.9)) == 3",
        "dyn(self.at) + dyn(self.wait) > dyn(self.at) && int(dyn('7')) == 7",
        "bool('t') && !bool('FALSE') && string(b'abc') == self.text",
        "duration('-1.5h') == duration('-90m') && duration('0') == duration('0s')",
        "timestamp('2024-02-29T12:30:00.1234567891Z') < timestamp('2024-02-29T13:30:01+01:00')",
        // Macros
        "self.list.all(x, x > 0) && self.list.exists(x, x == 2)",
        "self.list.exists_one(x, x > 2)",
        "self.list.map(x, x * 2) == [2, 4, 6] && self.list.filter(x, x > 1) == [2, 3]",
        "self.list.map(x, x > 1, x * 10) == [20, 30]",
        "self.map.all(k, self.map[k] > 0) && self.map.exists(k, k == 'a')",
        "self.list.all(i, x, x == i + 1) && self.map.exists(k, v, k == 'b' && v == 2)",
        "self.list.transformList(i, x, x - i) == [1, 1, 1]",
        "self.map.transformMap(k, v, v + 1) == {'a': 2, 'b': 3}",
        // Strings
        "self.text.charAt(1) == 'b' && self.text.indexOf('c') == 2 && 'aba'.lastIndexOf('a') == 2",
        "'ABC'.lowerAscii() == self.text && self.text.upperAscii() == 'ABC'",
        "'a-b-c'.replace('-', '+') == 'a+b+c' && 'a-b-c'.replace('-', '+', 1) == 'a+b-c'",
        "'ab'.replace('', '-') == '-a-b-' && 'ab'.replace('', '-', 2) == '-a-b'",
        "'ab'.replace('', '-', 9) == '-a-b-' && ''.replace('', '-') == '-'",
        "'aaa'.replace('aa', 'b') == 'ba' && 'ab'.replace('x', 'y') == 'ab'",
        "'ab'.replace('a', 'x', 0) == 'ab' && 'ab'.replace('', '-', 1) == '-ab'",
        "'a,b,c'.split(',') == ['a', 'b', 'c'] && 'a,b,c'.split(',', 2) == ['a', 'b,c']",
        "''.indexOf('c') == -1 && 'abc'.indexOf('c') == 2 && 'abc'.indexOf('a', 1) == -1",
        "'abc'.indexOf('', 3) == 3 && 'abc'.indexOf('a', 9) == -1 && '\uD83D\uDE00b'.indexOf('b')"
            + " == 1",
        "'abc'.split('') == ['a', 'b', 'c'] && 'abc'.split(',', 0) == []",
        "self.text.substring(1) == 'bc' && self.text.substring(0, 2) == 'ab'",
        "' x '.trim() == 'x' && ['a', 'b'].join() == 'ab' && ['a', 'b'].join('-') == 'a-b'",
        "['', '', 'b'].join('-') == '--b' && [].join('-') == ''",
        "['', 'b'].join('-') == '-b' && ['b', 'b'].join('-') == 'b-b' && [''].join('-') == ''",
        "'%s is %d of %s'.format(['a', 3, [1, 2]]) == 'a is 3 of [1, 2]'",
        "'%.2f %e %%'.format([1.555, 1200.0]) == '1.55 1.200000e+03 %'",
        "'%x %X %o %b'.format([255, 'hi', 8, true]) == 'ff 6869 10 1'",
        "'%s %s'.format([1.5, {'b': 1, 'a': 2}]) == '1.5 {a: 2, b: 1}'",
        // Patterns
        "self.text.matches('^[a-c]+$') && !self.text.matches('x')",
        "'a1b22'.find('[0-9]+') == '1' && 'x'.find('[0-9]+') == ''",
        "'a1b22'.findAll('[0-9]+') == ['1', '22'] && 'a1b22'.findAll('[0-9]+', 1) == ['1']",
        // Lists
        "self.list.isSorted() && !['b', 'a'].isSorted()",
        "self.list.sum() == 6 && [1.5, 2.0].sum() == 3.5",
        "self.list.min() == 1 && self.list.max() == 3 && ['b', 'a'].max() == 'b'",
        "self.list.indexOf(2) == 1 && self.list.indexOf(9) == -1 && [1, 2, 1].lastIndexOf(1) == 2",
        "[3, 1, 2].sort() == [1, 2, 3] && [1, 1].distinct() == [1]",
        "[[1], [2]].flatten() == [1, 2] && self.list.slice(1, 3) == [2, 3]",
        "self.list.reverse() == [3, 2, 1] && lists.range(3) == [0, 1, 2]",
        "sets.contains(self.list, [3, 1]) && !sets.contains(self.list, [4])",
        "sets.equivalent([1, 1, 2], [2, 1]) && sets.intersects(self.list, [3, 9])",
        // Optionals
        "self.?none.orValue('x') == 'x' && self.?text.hasValue()",
        "self.map[?'z'].orValue(7) == 7 && self.list[?9].orValue(0) == 0",
        "optional.of(1).optMap(x, x + 1).value() == 2 && !optional.none().hasValue()",
        // URLs
        "isURL('https://example.com:80/a%20b?x=1&x=2&y') && !isURL('../a') && !isURL('')",
        "url('https://example.com:80/p').getScheme() == 'https'",
        "url('https://example.com:80/p').getHost() == 'example.com:80'",
        "url('https://[::1]:80/p').getHostname() == '::1' && url('https://a:1/').getPort() == '1'",
        "url('https://a/with space').getEscapedPath() == '/with%20space'",
        "url('https://a/?k=1&k=2').getQuery() == {'k': ['1', '2']}",
        "!isURL('https://a:b/') && isURL('/path') && !isURL('https://a/%zz')",
        // Quantities
        "isQuantity('1.3Gi') && !isQuantity('1,3G') && !isQuantity('200K') && !isQuantity('Mi')",
        "quantity('200M').compareTo(quantity('0.2G')) == 0",
        "quantity('50Mi').isGreaterThan(quantity('50M')) &&"
            + " quantity('1').isLessThan(quantity('2'))",
        "quantity('50k').add(quantity('20k')) == quantity('70k')",
        "quantity('50k').add(20).sub(quantity('100k')).sub(-50000) == quantity('20')",
        "quantity('50k').asInteger() == 50000 && quantity('50k').isInteger()",
        "!quantity('1.5').isInteger() && quantity('1.5').asApproximateFloat() == 1.5",
        "sign(quantity('-1')) == -1 && sign(quantity('0')) == 0",
        // Addresses
        "isIP('127.0.0.1') && isIP('::1') && !isIP('127.0.0.256') && !isIP(':::1')",
        "!isIP('127.0.0.01') && !isIP('::ffff:1.2.3.4') && !isIP('fe80::1%eth0')",
        "ip('127.0.0.1').family() == 4 && ip('::1').family() == 6",
        "ip.isCanonical('2001:db8::abcd') && !ip.isCanonical('2001:DB8::ABCD')",
        "!ip.isCanonical('2001:db8::0:0:0:abcd') && string(ip('2001:0:0:1:0:0:0:1')) =="
            + " '2001:0:0:1::1'",
        "ip('0.0.0.0').isUnspecified() && ip('127.1.1.1').isLoopback() && ip('::1').isLoopback()",
        "ip('224.0.0.1').isLinkLocalMulticast() && ip('169.254.1.1').isLinkLocalUnicast()",
        "ip('8.8.8.8').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast()",
        "cidr('192.168.0.0/24').containsIP('192.168.0.1') && isCIDR('::/0') && !isCIDR('1.2.3.4')",
        "!cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))",
        "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') &&"
            + " !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
        "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('::1/128').prefixLength() =="
            + " 128",
        "cidr('10.1.2.3/8').ip() == ip('10.1.2.3') && string(cidr('10.1.2.3/8')) == '10.1.2.3/8'",
        // Formats
        "!format.dns1123Label().validate('my-name').hasValue()",
        "format.dns1123Label().validate('My Name').value().size() == 1",
        "!format.named('dns1123Subdomain').value().validate('a.b').hasValue()",
        "!format.named('nothing').hasValue()",
        "!format.qualifiedName().validate('a.b/c').hasValue() &&"
            + " format.qualifiedName().validate('/c').hasValue()",
        "!format.labelValue().validate('').hasValue() && format.uuid().validate('x').hasValue()",
        "!format.date().validate('2024-02-29').hasValue() &&"
            + " format.byte().validate('?').hasValue()",
        "!format.dns1123LabelPrefix().validate('a-').hasValue() &&"
            + " format.dns1035Label().validate('1').hasValue()",
        // Versions
        "isSemver('1.2.3-rc.1+b') && !isSemver('v1.2') && isSemver('v1.2', true)",
        "semver('1.2.3').compareTo(semver('1.2.3-rc.1')) == 1",
        "semver('1.2.3-rc.2').isLessThan(semver('1.2.3-rc.10')) && semver('v2', true).major() == 2",
        "semver('1.2.3').isGreaterThan(semver('1.2.2')) && semver('1.2.3').patch() == 3",
      })
  void ruleHolds(String rule) {
    Rules rules = Rules.ofSpec(SPEC, rule);

    assertThat(rules.refusals()).noneMatch(RuleFunctionsTest::saysMoreThanThatItIsExpensive);
    assertThat(rules.errors(OBJECT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[1].filter(x, x > 5).min() == 0 | min called on empty list",
        "quantity('x') == quantity('1') | quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        "quantity('1.5').asInteger() == 1 | cannot convert value to integer",
        "ip('::ffff:1.2.3.4') == ip('::1') | IPv4-mapped IPv6 address \"::ffff:1.2.3.4\" is not"
            + " allowed",
        "self.text.find(self.text + '(') == '' | error parsing regexp: missing closing )",
        "'%d'.format(['a']) == '' | error during formatting: decimal clause can only be used on"
            + " integers, was given string",
        "lists.range(3)[7] == 1 | index out of bounds: 7",
        "int(self.text) == 1 | type conversion error from 'string' to 'int'",
        "int(self.text.replace('abc', '9223372036854775808')) == 1 | type conversion error from"
            + " 'string' to 'int'",
        "int(self.text.replace('abc', '1_000')) == 1 | type conversion error from 'string' to"
            + " 'int'",
        "uint(self.text.replace('abc', '+1')) == 1u | type conversion error from 'string' to"
            + " 'uint'",
        "double(self.text.replace('abc', '1d')) == 1.0 | type conversion error from 'string' to"
            + " 'double'",
        "double(self.text.replace('abc', '1e999')) == 1.0 | type conversion error from 'string' to"
            + " 'double'",
        "bool(self.text) | type conversion error from 'string' to 'bool'",
        "duration(self.text) == duration('1s') | type conversion error from 'string' to"
            + " 'google.protobuf.Duration'",
        "duration(self.text.replace('abc', '1 day')) == duration('1s') | type conversion error from"
            + " 'string' to 'google.protobuf.Duration'",
        "timestamp(self.text) == self.at | type conversion error from 'string' to"
            + " 'google.protobuf.Timestamp'",
        "timestamp(self.text.replace('abc', '2024-02-30T00:00:00Z')) == self.at | type conversion"
            + " error from 'string' to 'google.protobuf.Timestamp'",
        "int(self.number * 1e30) == 1 | integer overflow",
        "int(dyn(self.text)) == 1 | type conversion error from 'string' to 'int'",
      })
  void reportsWhyTheRuleFails(String rule, String failure) {
    Rules rules = Rules.ofSpec(SPEC, rule);

    assertThat(rules.refusals()).noneMatch(RuleFunctionsTest::saysMoreThanThatItIsExpensive);
    assertThat(rules.errors(OBJECT))
        .isEqualTo(
            List.of("spec: Invalid value: \"object\": " + failure + " evaluating rule: " + rule));
  }

  /** kube-apiserver treats the size of some literals as unbounded; see {@link CostEstimateTest}. */
  private static boolean saysMoreThanThatItIsExpensive(String refusal) {
    return !refusal.contains("estimated rule cost");
  }
}
