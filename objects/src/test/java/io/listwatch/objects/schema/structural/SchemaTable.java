package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.yaml.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A table of schemas, values and kube-apiserver's outcomes. The format is described in README.md
 * beside the tables.
 */
final class SchemaTable {
  private static final String VALUE = "  ";
  private static final String OUTCOME = "    ";

  /** Marks a row whose outcome is not reproduced yet. */
  private static final String DIFFERS = "! ";

  /** Cached, because mutation testing reads a table for each row. */
  private static final Map<String, List<Row>> TABLES = new ConcurrentHashMap<>();

  private SchemaTable() {}

  static List<Row> rows(String file) {
    return TABLES.computeIfAbsent(file, SchemaTable::read);
  }

  private static List<Row> read(String file) {
    var rows = new ArrayList<Row>();
    String schema = "";
    for (String line : text(file).lines().toList()) {
      if (line.startsWith(OUTCOME)) {
        rows.get(rows.size() - 1).outcome.add(line.strip());
      } else if (line.startsWith(VALUE)) {
        rows.add(new Row(schema, line.strip(), new ArrayList<>()));
      } else if (!line.startsWith("#")) {
        schema = line;
      }
    }
    return rows;
  }

  private static String text(String file) {
    try (InputStream in = SchemaTable.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no such table: " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parses a schema, in YAML, with sorted members as in a stored definition. */
  static JsonValue yaml(String text) {
    return SortedForm.sorted(JsonTrees.read(YamlText.toJson(text)));
  }

  static StructuralSchema schema(String text) {
    return StructuralSchema.of(yaml(text));
  }

  /** Returns the schema of objects with one declared member, {@code v}. */
  static StructuralSchema schemaOfMember(String member) {
    return schema("{type: object, properties: {v: " + member + "}}");
  }

  /** Parses an object as the server does before it applies a schema: with normalized numbers. */
  static JsonObject object(String json) {
    return (JsonObject) SortedForm.sorted(JsonTrees.read(json));
  }

  /** Returns an object with one member, {@code v}. */
  static JsonObject objectOfMember(String json) {
    return object("{\"v\":" + json + "}");
  }

  /** Returns errors as in the outcome of a row. */
  static List<String> outcome(List<FieldError> errors) {
    List<String> lines = errors.stream().map(each -> each.toString().replace("\n", "\\n")).toList();
    return lines.isEmpty() ? List.of("valid") : lines.stream().sorted().toList();
  }

  /**
   * A value and its outcome.
   *
   * @param schema the line above
   * @param line the value as it is written
   */
  record Row(String schema, String line, List<String> outcome) {
    boolean differs() {
      return line.startsWith(DIFFERS);
    }

    String value() {
      return differs() ? line.substring(DIFFERS.length()) : line;
    }

    /** Requires the outcome of kube-apiserver, or another one if the row is marked. */
    void assertOutcome(List<String> ours) {
      if (differs()) {
        assertThat(ours).as("equal by now: unmark the row").isNotEqualTo(outcome);
      } else {
        assertThat(ours).isEqualTo(outcome);
      }
    }

    @Override
    public String toString() {
      return schema + " " + line;
    }
  }
}
