package io.listwatch.server.registry.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cells as the reference was seen to write them. */
final class CustomColumnsTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");

  private final TableColumns columns =
      CustomColumns.of(
          json(
              """
              [{"name": "Size", "type": "integer", "jsonPath": ".spec.size"},
               {"name": "Ready", "type": "string",
                "jsonPath": ".status.conditions[?(@.type==\\"Ready\\")].status"},
               {"name": "Ratio", "type": "number", "jsonPath": ".spec.ratio", "priority": 1},
               {"name": "On", "type": "boolean", "jsonPath": ".spec.on"},
               {"name": "Since", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
               {"name": "All", "type": "string", "jsonPath": ".spec.list[*]"},
               {"name": "Obj", "type": "string", "jsonPath": ".spec.obj"}]
              """));

  @Test
  void aPathThatIsTooLongIsNotLookedAt() {
    assertThat(CustomColumns.understands(".spec.size")).isTrue();
    assertThat(CustomColumns.understands("." + "a".repeat(999))).isTrue();
    assertThat(CustomColumns.understands("." + "a".repeat(1_000_000))).isFalse();
  }

  @Test
  void whatIsThereIsShown() {
    assertThat(
            cells(
                """
                "spec": {"list": ["a", "b"], "obj": {"x": 1}, "on": true, "ratio": 1.5, "size": 3},
                "status": {"conditions": [{"type": "Other", "status": "False"},
                  {"type": "Ready", "status": "True"}]}
                """))
        .isEqualTo("[\"w\",3,\"True\",1.5,true,\"5m\",\"a\",\"{\\\"x\\\":1}\"]");
  }

  @Test
  void whatIsMissingIsNull() {
    assertThat(cells("\"spec\": {}")).isEqualTo("[\"w\",null,null,null,null,\"5m\",null,null]");
  }

  @Test
  void whatIsOfAnotherTypeIsNull() {
    assertThat(
            cells(
                """
                "spec": {"list": "notalist", "on": "yes", "ratio": "x", "size": "three"}
                """))
        .isEqualTo("[\"w\",null,null,null,null,\"5m\",null,null]");
  }

  @Test
  void withoutColumnsTheAgeIsShown() throws IOException {
    TableColumns age = CustomColumns.of(JsonValue.MISSING);

    assertThat(age.columns()).extracting(TableColumns.Column::name).containsExactly("Name", "Age");
    assertThat(cells(age, "\"spec\": {}")).isEqualTo("[\"w\",\"5m\"]");
  }

  @Test
  void aDateThatIsNoneIsInvalid() throws IOException {
    TableColumns dates =
        CustomColumns.of(json("[{\"name\":\"D\",\"type\":\"date\",\"jsonPath\":\".spec.d\"}]"));

    assertThat(cells(dates, "\"spec\": {\"d\": \"soon\"}")).isEqualTo("[\"w\",\"<invalid>\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".spec.a | 1",
        ".spec['b.c'] | 2",
        ".spec[\"b.c\"] | 2",
        ".spec.b\\.c | 2",
        ".spec.list[0].n | x",
        ".spec.list[-1].n | z",
        ".spec.list[*].n | x",
        ".spec.list[?(@.v>1)].n | y",
        ".spec.list[?(@.v>=3)].n | z",
        ".spec.list[?(@.v!=1)].n | y",
        ".spec.list[?(@.n=='z')].v | 3",
        ".spec.list[?(@.f)].n | z",
        ".spec.list[?(@.n=='q')].v | -",
        ".spec.list[9].n | -",
        ".spec.none.deeper | -",
        ".spec.a.deeper | -",
        "spec.a | -",
        ".spec..n | x",
        "..f | true",
        ".spec.list[0:1].n | x",
        ".spec.list[-1:].n | z",
        ".spec.list[1:-1].n | y",
        ".spec.list[1::2].n | y",
        ".spec.list[:9].n | -",
        ".spec.list[-9:].n | -",
        ".spec.list[2:1].n | -",
        ".spec.list[::0].n | -",
        ".spec.a[0:1] | -",
        ".spec[x | -",
        ".spec.list[0,1].n | -"
      })
  void aPathFindsWhatItNamesFirst(String path, String expected) {
    JsonValue object =
        json(
            """
            {"spec": {"a": 1, "b.c": 2, "list": [{"n": "x", "v": 1}, {"n": "y", "v": 2},
              {"n": "z", "v": 3, "f": true}]}}
            """);

    JsonValue found = PrinterPath.of(path).first(object);

    assertThat(found == null ? "-" : found.asText()).isEqualTo(expected);
  }

  private String cells(String members) {
    try {
      return cells(columns, members);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static String cells(TableColumns columns, String members) throws IOException {
    Resource object =
        Resource.parse(
            """
            {"metadata": {"name": "w", "namespace": "ns", "resourceVersion": "1",
             "creationTimestamp": "2026-01-01T00:00:00Z"}, %s}
            """
                .formatted(members));
    var text = new StringWriter();
    try (JsonGenerator out = MAPPER.createGenerator(text)) {
      out.writeStartArray();
      columns.writeCells(object, NOW, out);
      out.writeEndArray();
    }
    return text.toString();
  }

  private static JsonValue json(String text) {
    return JsonTrees.read(text);
  }
}
