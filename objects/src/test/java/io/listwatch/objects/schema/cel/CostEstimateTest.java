package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.pattern.PatternBudget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Estimated costs equal kube-apiserver's to the last unit: its published numbers for values without
 * bounds, and for values with a bound {@code N}.
 */
final class CostEstimateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: number} | self.all(x, true) | 4718591 | 10 | 32",
        "{type: string} | self.all(x, true) | 3145727 | 20 | 62",
        "{type: boolean} | self.all(x, true) | 1887437 | 5 | 17",
        "{type: array, items: {type: number}} | self.all(x, true) | 3145727 | 100 | 302",
        "{type: object, required: [required], properties: {required: {type: string}, optional:"
            + " {type: string}}} | self.all(x, true) | 555128 | 50 | 152",
        "{x-kubernetes-int-or-string: true} | self.all(x, true) | 4718591 | 10 | 32",
        "{type: string, format: duration} | self.all(x, true) | 2359295 | 5 | 17",
        "{type: string, format: date} | self.all(x, true) | 725936 | 15 | 47",
        "{type: string, format: date-time} | self.all(x, true) | 428963 | 25 | 77",
        "{type: number} | self[1] == 0.0 | 2 | 5000 | 2",
        "{type: string} | self[1] == self[1] | 314577 | 8 | 314577",
        "{type: number} | self.all(x, self.all(y, true)) | - | 10 | 352",
        "{type: number} | self.all(x, self.all(y, self.all(z, true))) | - | 10 | 3552",
        "{type: number} | self[3] == 0.0 | 2 | 0 | 2",
        "{type: number} | self.all(x, x == 0.0) | 6291454 | 6291456 | 25165826",
        "{x-kubernetes-int-or-string: true} | self[0] == 5 | 3 | 10 | 3",
        "{type: boolean} | self[0] == false | 2 | 25 | 2",
        "{type: object, properties: {a: {type: string}}} | self[0] == null | 2 | 422 | 2",
        "{type: array, items: {type: number}} | self[0][0] == -1.0 | 3 | 51 | 3",
        "{type: object, additionalProperties: {type: number}} | self.all(x, x.y == 25.2) | 6291452"
            + " | 12 | 74",
        "{type: object, additionalProperties: {type: number}} | self[0].x > 2.0 | 4 | 3000 | 4",
        "{type: string, format: duration} | self[0].getHours() == 2 | 4 | 525 | 4",
        "{type: string, format: date} | self[2].getDayOfMonth() == 13 | 4 | 42 | 4",
        "{type: string, format: date-time} | self[2].getMinutes() == 45 | 4 | 99 | 4",
      })
  void estimatesLists(String items, String rule, String unbounded, int bound, String bounded) {
    String list = "{type: array, items: %s%s}";
    assertCost(list.formatted(items, ""), rule, unbounded);
    assertCost(list.formatted(items, ", maxItems: " + bound), rule, bounded);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: number} | self.all(x, true) | 1348169 | 10 | 32",
        "{type: string} | self.all(x, true) | 1179647 | 3 | 11",
        "{type: boolean} | self.all(x, true) | 943718 | 100 | 302",
        "{x-kubernetes-int-or-string: true} | self.all(x, true) | 1348169 | 15 | 47",
        "{type: object, required: [required], properties: {required: {type: string}, optional:"
            + " {type: string}}} | self.all(x, true) | 428963 | 20 | 62",
        "{type: object, additionalProperties: {type: number}} | self.all(x, true) | 1179647 | 10 |"
            + " 32",
        "{type: array, items: {type: number}} | self.all(x, true) | 1179647 | 25 | 77",
        "{type: string, format: duration} | self.all(x, true) | 1048577 | 5 | 17",
        "{type: string, format: date} | self.all(x, true) | 524288 | 10 | 32",
        "{type: string, format: date-time} | self.all(x, true) | 349526 | 25 | 77",
        "{type: number} | self['x'] == 0.0 | 2 | 0 | 2",
        "{type: integer} | oldSelf.size() == self.size() | 5 | 10 | 5",
        "{type: string, format: date-time} | self['a'] == self['b'] | 8 | 7 | 8",
        "{type: string, format: duration} | self['c'] == self['d'] | 8 | 42 | 8",
        "{type: string} | self.all(x, x.contains(self[x])) | 2752507 | 10 | 72",
        "{type: number} | has(self.x) | 1 | 100 | 1",
      })
  void estimatesMaps(String values, String rule, String unbounded, int bound, String bounded) {
    String map = "{type: object, additionalProperties: %s%s}";
    assertCost(map.formatted(values, ""), rule, unbounded);
    assertCost(map.formatted(values, ", maxProperties: " + bound), rule, bounded);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: string | self.contains('test') | 314574 | 10 | 5",
        "type: string | self.startsWith('test') | 2 | 15 | 2",
        "type: string | self.endsWith('test') | 2 | 30 | 2",
        "type: string | size(self + \"hello\") > size(\"hello\") | 314578 | 4 | 7",
        "type: string | self.matches(\"x\") | 314574 | 50 | 22",
        "type: string | \"\".matches(\"(((((((((())))))))))[0-9]\") | 7 | 10 | 7",
        "type: string | self.matches(\"\") | 1 | 100 | 1",
        "type: string | self == \"x\" | 2 | 0 | 1",
        "type: string, format: byte | self == b\"x\" | 2 | 0 | 1",
        "type: string | self.find('[0-9]+') == '' | 629147 | 10 | 11",
        "type: string | self.lowerAscii() == 'lower!' | 314575 | 10 | 6",
        "type: string, enum: [A, B, C, LongValue] | self.contains('A') | 2 | 1000 | 401",
        "x-kubernetes-int-or-string: true | isQuantity(self) | 314574 | 20 | 9",
      })
  void estimatesStrings(String schema, String rule, String unbounded, int bound, String bounded) {
    assertCost("{" + schema + "}", rule, unbounded);
    assertCost("{" + schema + ", maxLength: " + bound + "}", rule, bounded);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "self.join(' ') == 'aa bb' | 329853068905 | 10 | 43",
        "self.isSorted() == true | 329854432052 | 10 | 52",
      })
  void estimatesListsOfStrings(String rule, String unbounded, int bound, String bounded) {
    assertCost("{type: array, items: {type: string}}", rule, unbounded);
    assertCost(
        "{type: array, maxItems: %1$d, items: {type: string, maxLength: %1$d}}".formatted(bound),
        rule,
        bounded);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "self.text.replace(self.old, self.by) == 'does not matter' | 629154 | 4 | 12",
        "self.text.split(self.separator) == [] | 629160 | 10 | 22",
      })
  void estimatesMembers(String rule, String unbounded, int bound, String bounded) {
    String members =
        """
        {type: object, properties: {
          text: {type: string%1$s},
          separator: {type: string%1$s},
          old: {type: string, maxLength: 2},
          by: {type: string, maxLength: 4}}}
        """;
    assertCost(members.formatted(""), rule, unbounded);
    assertCost(members.formatted(", maxLength: " + bound), rule, bounded);
  }

  /** kube-apiserver assumes that values without a path in the schema are unbounded. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "self.map(x, x.name).join(',') != ''",
        "self.map(x, x.name).isSorted()",
        "self.all(x, quantity(x.name) != quantity('1'))",
        "self.map(x, x.name).distinct().size() == self.size()",
      })
  void computedValuesHaveUnknownSize(String rule) {
    assertCost(
        "{type: array, items: {type: object, properties: {name: {type: string}}}}", rule, "-");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // The variable, two functions that read four characters each, and one comparison.
        "quantity('1000').isLessThan(quantity('1000')) | 3",
        "quantity('1000') == quantity('1000') | 3",
        "self.sort().size() == 3 | 20014",
        "sets.contains(self, [1, 2]) | 212",
        "lists.range(10).all(x, x >= 0) | 72",
        "self.exists_one(x, x == 1) | 303",
      })
  void estimatesLibraryFunctions(String rule, String expected) {
    assertCost("{type: array, maxItems: 100, items: {type: integer}}", rule, expected);
  }

  /** The cost {@code -} is more than the limit of any rule. */
  private static void assertCost(String schema, String rule, String expected) {
    if (expected.equals("-")) {
      assertThat(cost(schema, rule)).isGreaterThan(10_000_000);
    } else {
      assertThat(cost(schema, rule)).isEqualTo(Double.parseDouble(expected));
    }
  }

  private static double cost(String yaml, String rule) {
    JsonValue schema = Rules.read(yaml);
    var types = new SchemaTypes();
    DeclaredType self = requireNonNull(types.type(schema, false));
    var compiled =
        new RuleEnvironment(types.provider(), PatternBudget.unlimited())
            .compile(rule, self, false, RuleEnvironment.Purpose.RULE);
    assertThat(compiled.failure()).isEmpty();
    return compiled.cost();
  }
}
