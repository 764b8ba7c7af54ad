package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.TableRows.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.TableColumns;
import io.listwatch.server.registry.TableColumns.Column;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of a custom resource, from its {@code additionalPrinterColumns}. */
final class CustomColumnsTest {
  private final TableColumns columns =
      CustomColumns.of(
          json(
              """
              [{"name": "Size", "type": "integer", "jsonPath": ".spec.size", "format": "int32"},
               {"name": "Ready", "type": "string", "description": "Whether it is ready.",
                "jsonPath": ".status.conditions[?(@.type==\\"Ready\\")].status"},
               {"name": "Ratio", "type": "number", "jsonPath": ".spec.ratio", "priority": 1},
               {"name": "On", "type": "boolean", "jsonPath": ".spec.on"},
               {"name": "Since", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
               {"name": "All", "type": "string", "jsonPath": ".spec.list[*]"},
               {"name": "Obj", "type": "string", "jsonPath": ".spec.obj"}]
              """));

  private static String cells(TableColumns columns, String object) {
    return TableRows.cells(columns, TableRows.object(json(object))).toString();
  }

  /** Returns the cell of a column of one type, given the JSON of its value. */
  private static String cell(String type, String value) {
    TableColumns one =
        CustomColumns.of(
            json("[{\"name\":\"C\",\"type\":\"%s\",\"jsonPath\":\".v\"}]".formatted(type)));
    return TableRows.cells(one, TableRows.object(json("{\"v\":%s}".formatted(value))))
        .path(1)
        .toString();
  }

  @Test
  void nameComesFirstAndTheDefinitionsColumnsFollow() {
    assertThat(columns.columns())
        .extracting(Column::name)
        .containsExactly("Name", "Size", "Ready", "Ratio", "On", "Since", "All", "Obj");
    assertThat(columns.columns().get(0).format()).isEqualTo("name");
    assertThat(columns.columns().get(1))
        .isEqualTo(new Column("Size", "integer", "int32", "The value of .spec.size.", 0));
    assertThat(columns.columns().get(2).description()).isEqualTo("Whether it is ready.");
    assertThat(columns.columns().get(3).priority()).isEqualTo(1);
  }

  @Test
  void showsAValueOfEachType() {
    assertThat(
            cells(
                columns,
                """
                {"spec": {"list": ["a", "b"], "obj": {"x": 1}, "on": true, "ratio": 1.5, "size": 3},
                 "status": {"conditions": [{"type": "Other", "status": "False"},
                  {"type": "Ready", "status": "True"}]}}
                """))
        .isEqualTo("[\"a\",3,\"True\",1.5,true,\"5m\",\"a\",\"{\\\"x\\\":1}\"]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"spec\": {}}",
        "{\"spec\": null}",
        "{\"spec\": \"text\"}",
        "{\"spec\": {\"list\": [], \"obj\": null}}",
        "{\"spec\": {\"list\": \"notalist\", \"on\": \"yes\", \"ratio\": \"x\", \"size\": \"3\"}}",
      })
  void missingValueOrWrongTypeIsNull(String object) {
    assertThat(cells(columns, object)).isEqualTo("[\"a\",null,null,null,null,\"5m\",null,null]");
  }

  @Test
  void definitionWithoutColumnsShowsTheAge() {
    TableColumns none = CustomColumns.of(JsonValue.MISSING);

    assertThat(none.columns())
        .extracting(each -> each.name() + " " + each.type())
        .containsExactly("Name string", "Age date");
    assertThat(cells(none, "{\"spec\": {}}")).isEqualTo("[\"a\",\"5m\"]");
    assertThat(cells(CustomColumns.of(json("[]")), "{}")).isEqualTo("[\"a\",\"5m\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // type | value | cell
        "string | \"x\" | \"x\"",
        "string | \"\" | \"\"",
        "string | 3 | \"3\"",
        "string | true | \"true\"",
        "string | [1,\"a\"] | \"[1,\\\"a\\\"]\"",
        "string | {\"a\":{}} | \"{\\\"a\\\":{}}\"",
        "string | null | null",
        "integer | 3 | 3",
        "integer | -3 | -3",
        "integer | 0 | 0",
        "integer | 3.9 | 3",
        "integer | 9007199254740993 | 9007199254740993",
        "integer | \"3\" | null",
        "integer | true | null",
        "integer | [3] | null",
        "number | 3 | 3",
        "number | 1.5 | 1.5",
        "number | \"1.5\" | null",
        "number | {} | null",
        "boolean | true | true",
        "boolean | false | false",
        "boolean | \"true\" | null",
        "boolean | 1 | null",
        "date | \"2026-01-01T00:04:00Z\" | \"60s\"",
        "date | \"2026-01-01T00:04:00.000000Z\" | \"60s\"",
        "date | \"2026-01-01T01:04:00+01:00\" | \"60s\"",
        "date | \"2026-01-01T01:05:00Z\" | \"<invalid>\"",
        "date | \"soon\" | \"<invalid>\"",
        "date | \"\" | \"<unknown>\"",
        "date | 3 | null",
        "date | null | null",
        "strange | \"x\" | null",
      })
  void cellHasTheTypeOfItsColumn(String type, String value, String cell) {
    assertThat(cell(type, value)).isEqualTo(cell);
  }

  @Test
  void unsupportedPathFindsNothing() {
    TableColumns odd =
        CustomColumns.of(json("[{\"name\":\"C\",\"type\":\"string\",\"jsonPath\":\".a[0,1]\"}]"));

    assertThat(cells(odd, "{\"a\":[1,2]}")).isEqualTo("[\"a\",null]");
  }
}
