package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.TableRows.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSONPath of {@code additionalPrinterColumns}: the first value that a path finds. */
final class PrinterPathTest {
  private static final JsonValue OBJECT =
      json(
          """
          {"spec": {"a": 1, "b.c": 2, "it's": 3, "say \\"x\\"": 4, "back\\\\slash": 5, "null": null,
            "list": [{"n": "x", "v": 1}, {"n": "y", "v": 2}, {"n": "z", "v": 3, "f": true}],
            "numbers": [10, 20, 30, 40, 50],
            "ratios": [{"r": 0.5, "n": "half"}, {"r": 1.25, "n": "more"}],
            "flags": [{"on": false, "n": "off"}, {"on": true, "n": "on"}],
            "map": {"k": {"n": "in a map"}, "l": {"n": "later"}},
            "nested": [[1, 2], [3]]}}
          """);

  private static String found(String path) {
    JsonValue found = PrinterPath.of(path).first(OBJECT);
    return found == null ? "-" : found.isScalar() ? found.asText() : found.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".spec.a | 1",
        ".spec['b.c'] | 2",
        ".spec[\"b.c\"] | 2",
        ".spec[ 'b.c' ] | 2",
        ".spec.b\\.c | 2",
        ".spec.['a'] | 1",
        ".spec['it\\'s'] | 3",
        ".spec[\"say \\\"x\\\"\"] | 4",
        ".spec['back\\\\slash'] | 5",
        ".spec.none | -",
        ".spec.none.deeper | -",
        ".spec.a.deeper | -",
        ".spec.null | -",
        ".spec.null.deeper | -",
        ".spec.list.n | -",
        "spec.a | -",
        ".spec. | -",
        ".spec.. | -",
        ".spec[x | -",
        ".spec.a] | -",
        ".spec a | -",
      })
  void findsMemberByName(String path, String expected) {
    assertThat(found(path)).isEqualTo(expected);
  }

  @Test
  void emptyPathAndDotAreTheWholeObject() {
    assertThat(PrinterPath.of("").first(OBJECT)).isEqualTo(OBJECT);
    assertThat(PrinterPath.of(".").first(OBJECT)).isEqualTo(OBJECT);
  }

  @ParameterizedTest
  @CsvSource({
    ".spec.list[0].n, x",
    ".spec.list[2].n, z",
    ".spec.list[ 1 ].n, y",
    ".spec.list.[1].n, y",
    ".spec.list[-1].n, z",
    ".spec.list[-3].n, x",
    ".spec.list[-4].n, -",
    ".spec.list[3].n, -",
    ".spec.nested[0][1], 2",
    ".spec.nested[1][1], -",
    ".spec.map[0].n, -",
    ".spec.a[0], -",
    ".spec.list[1234567890].n, -",
  })
  void findsElementByIndex(String path, String expected) {
    assertThat(found(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    ".spec.list[*].n, x",
    ".spec.list[ * ].n, x",
    ".spec.list.*.n, x",
    ".spec.list[*].f, true",
    ".spec.map.*.n, in a map",
    ".spec.map[*].n, in a map",
    ".spec.nested[*][*], 1",
    ".spec.a[*], -",
    ".spec.a.*, -",
    ".spec..n, x",
    "..f, true",
    "..none, -",
    "..v, 1",
  })
  void findsEveryElementOrDescendant(String path, String expected) {
    assertThat(found(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    ".spec.numbers[0:1], 10",
    ".spec.numbers[1:3], 20",
    ".spec.numbers[1:], 20",
    ".spec.numbers[:2], 10",
    ".spec.numbers[:], 10",
    ".spec.numbers[-1:], 50",
    ".spec.numbers[-2:-1], 40",
    ".spec.numbers[1:-1], 20",
    ".spec.numbers[4:5], 50",
    ".spec.numbers[1::2], 20",
    ".spec.numbers[1:5:], 20",
    ".spec.numbers[:9], -",
    ".spec.numbers[-9:], -",
    ".spec.numbers[2:1], -",
    ".spec.numbers[2:2], -",
    ".spec.numbers[5:], -",
    ".spec.numbers[::0], -",
    ".spec.map[0:1], -",
    ".spec.a[0:1], -",
    "'.spec.numbers[0,1]', -",
  })
  void findsSlice(String path, String expected) {
    assertThat(found(path)).isEqualTo(expected);
  }

  /**
   * The step of a slice is visible only where a later element is the first with the next member.
   */
  @Test
  void sliceSkipsElementsByItsStep() {
    assertThat(found(".spec.list[0:3:2].f")).isEqualTo("true");
    assertThat(found(".spec.list[1:3:2].f")).isEqualTo("-");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "@.n=='z' | z",
        "@.n==\"z\" | z",
        " @.n == 'z' | z",
        "@.n=='q' | -",
        "@.n!='x' | y",
        "@.n>'x' | y",
        "@.n>='x' | x",
        "@.n<'y' | x",
        "@.n<'x' | -",
        "@.n<='w' | -",
        "@.v==2 | y",
        "@.v==2.0 | y",
        "@.v!=1 | y",
        "@.v>1 | y",
        "@.v>=3 | z",
        "@.v<2 | x",
        "@.v<1 | -",
        "@.v<=1 | x",
        "@.v<=0 | -",
        "@.v>-1 | x",
        "@.v=='2' | -",
        "@.v==two | -",
        "@.n==2 | -",
        "@.f | z",
        "@.f==true | z",
        "@.f=='true' | -",
        "@.f==false | -",
        "@.none | -",
        "@.none=='x' | -",
        "@.none!='x' | -",
        "@['n']=='y' | y",
        "n=='z' | -",
        "@.n=~'z' | -",
        "@.n== | -",
      })
  void filterKeepsMatchingElements(String condition, String expected) {
    assertThat(found(".spec.list[?(%s)].n".formatted(condition))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".spec.ratios[?(@.r>0.5)].n | more",
        ".spec.ratios[?(@.r==1.250)].n | more",
        ".spec.flags[?(@.on==true)].n | on",
        ".spec.flags[?(@.on==false)].n | off",
        ".spec.flags[?(@.on!=false)].n | on",
        ".spec.map[?(@.n=='later')].n | -",
        ".spec.list[?(@.n==')')].n | -",
        ".spec.list[?(@.n=='y')].v | 2",
      })
  void filterComparesDecimalsBooleansAndElementsOfListsOnly(String path, String expected) {
    assertThat(found(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spec",
        ".a[",
        ".a['b",
        ".a[0,1]",
        ".a b",
        ".a[?(@.b]",
        ".a[b]",
        ".a]",
        "..",
        "x."
      })
  void malformedPathIsRejected(String path) {
    assertThat(PrinterPath.parse(path)).isNull();
    assertThat(CustomColumns.understands(path)).isFalse();
  }

  @Test
  void pathHasAtMostAThousandCharacters() {
    assertThat(CustomColumns.understands("." + "a".repeat(999))).isTrue();
    assertThat(CustomColumns.understands("." + "a".repeat(1000))).isFalse();
    assertThat(CustomColumns.understands("." + "a".repeat(1_000_000))).isFalse();
  }
}
