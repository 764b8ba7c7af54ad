package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.TableRows.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.TableColumns;
import io.listwatch.server.registry.TableColumns.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cells that a line of {@code resources.txt} describes. */
final class CellsTest {
  private static final String OBJECT =
      """
      {"spec": {"text": "t", "empty": "", "number": 3, "yes": true, "no": false,
        "list": [{"n": "x"}, {"n": "y"}, {}],
        "labels": {"b": "2", "a": "1"}, "none": {},
        "selector": {"matchLabels": {"b": "2"},
          "matchExpressions": [{"key": "a", "operator": "In", "values": ["y", "x"]}]}},
       "data": {"k": "v", "l": {"deep": [1, 2]}}, "binaryData": {"m": ""}}
      """;

  private static TableColumns columns(String cell) {
    return PlainColumns.of(
        List.of(new Column("C", "string", "", PlainColumns.describe(cell), 0)), List.of(cell));
  }

  private static JsonValue cell(String description) {
    return TableRows.cells(columns(description), TableRows.object(json(OBJECT))).path(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // description | cell
        "name | \"a\"",
        "age | \"5m\"",
        "created | \"2026-01-01T00:00:00Z\"",
        "text spec.text | \"t\"",
        "text spec.text <none> | \"t\"",
        "text spec.empty <none> | \"<none>\"",
        "text spec.missing <none> | \"<none>\"",
        "text spec.missing | \"\"",
        "text spec.number | \"3\"",
        "integer spec.number | 3",
        "integer spec.missing | 0",
        "boolean spec.yes | true",
        "boolean spec.no | false",
        "boolean spec.missing | false",
        "ratio spec.number spec.missing | \"3/0\"",
        "ratio spec.missing spec.number | \"0/3\"",
        "list spec.list[*].n | \"x,y\"",
        "list spec.missing | \"\"",
        "labels spec.labels | \"a=1,b=2\"",
        "labels spec.none | \"<none>\"",
        "labels spec.missing | \"<none>\"",
        "labels spec.text | \"<none>\"",
        "selector spec.selector | \"a in (x,y),b=2\"",
        "selector spec.missing | \"<none>\"",
        "count data | 2",
        "count data binaryData | 3",
        "count data missing binaryData | 3",
        "count spec.list | 3",
        "count data.l.deep | 2",
        "count spec.text | 0",
        "count spec.text.deeper | 0",
        "count spec.none | 0",
      })
  void readsCellFromObject(String description, String expected) {
    assertThat(cell(description)).isEqualTo(json(expected));
  }

  @Test
  void unknownDescriptionIsRejected() {
    assertThatThrownBy(() -> Cells.parse("colour spec.text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("colour spec.text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name | The name of the object.",
        "age | The time since the object was created.",
        "created | The creation time of the object.",
        "count data | The number of items in data.",
        "text status.phase | The value of status.phase.",
      })
  void describesColumnInOneSentence(String description, String sentence) {
    assertThat(PlainColumns.describe(description)).isEqualTo(sentence);
    assertThat(columns(description).columns().get(0).description()).isEqualTo(sentence);
  }

  @Test
  void kindWithoutColumnsShowsNameAndCreationTime() {
    assertThat(PlainColumns.DEFAULT.columns())
        .extracting(each -> each.name() + " " + each.type())
        .containsExactly("Name string", "Created At date");
    assertThat(TableRows.cells(PlainColumns.DEFAULT, TableRows.object(json("{}"))).toString())
        .isEqualTo("[\"a\",\"2026-01-01T00:00:00Z\"]");
  }

  @Test
  void objectWithoutCreationTimeHasAnEmptyCell() {
    var object = TableRows.object(json("{\"metadata\":{\"creationTimestamp\":null}}"));

    assertThat(TableRows.cells(PlainColumns.DEFAULT, object).toString()).isEqualTo("[\"a\",\"\"]");
    assertThat(TableRows.cells(columns("age"), object).toString()).isEqualTo("[\"<unknown>\"]");
  }

  @Test
  void computedCellsAreWrittenByTheirType() {
    var made = new int[1];
    TableColumns computed =
        ComputedColumns.of(
            () -> {
              made[0]++;
              return (object, now) -> List.of("text", true, 3, 4_000_000_000L);
            },
            List.of());

    assertThat(made[0]).isZero();
    assertThat(TableRows.cells(computed, TableRows.object(json("{}"))).toString())
        .isEqualTo("[\"text\",true,3,4000000000]");
    TableRows.cells(computed, TableRows.object(json("{}")));
    assertThat(made[0]).isEqualTo(1);
    assertThat(computed.completion(TableRows.object(json("{}")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | | ''",
        "2 | a | a",
        "2 | a b | a,b",
        "2 | a b c | a,b + 1 more...",
        "1 | a b c | a + 2 more...",
      })
  void listShowsTheFirstFewAndCountsTheRest(int max, @Nullable String all, String shown) {
    List<String> words = all == null ? List.of() : List.of(all.split(" ", -1));

    assertThat(Placeholders.some(words, max)).isEqualTo(shown);
  }
}
