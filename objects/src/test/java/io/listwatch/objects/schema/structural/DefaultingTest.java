package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.object;
import static io.listwatch.objects.schema.structural.SchemaTable.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class DefaultingTest {
  private static List<SchemaTable.Row> rows() {
    return SchemaTable.rows("defaults.txt");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void setsDefaultsAndDropsNullsAsKubeApiserverDoes(SchemaTable.Row row) {
    JsonObject object = object(row.value());

    boolean changed = schema(row.schema()).complete(object);

    assertThat(object).isEqualTo(object(row.outcome().get(0)));
    assertThat(changed).isEqualTo(!object.equals(object(row.value())));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void bytesThatLackDefaultsAreNotUnchanged(SchemaTable.Row row) {
    JsonObject completed = object(row.outcome().get(0));

    boolean leaves = schema(row.schema()).leaves(row.value().getBytes(StandardCharsets.UTF_8));

    assertThat(leaves && !completed.equals(object(row.value()))).isFalse();
  }

  /** Server-side apply fills in defaults but keeps the nulls that a user has applied. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                       | {"d": 1}
          {"d": null}              | {"d": 1}
          {"s": null}              | {"s": null, "d": 1}
          {"o": {"s": null}}       | {"o": {"s": null, "d": 2}, "d": 1}
          {"l": [null, {}]}        | {"l": [null, {"d": 3}], "d": 1}
          {"m": {"k": null}}       | {"m": {"k": 4}, "d": 1}
          """)
  void fillKeepsOtherNulls(String given, String filled) {
    StructuralSchema schema =
        schema(
            """
            type: object
            properties:
              d: {type: integer, default: 1}
              s: {type: string}
              o: {type: object, properties: {d: {type: integer, default: 2}, s: {type: string}}}
              l: {type: array, items: {type: object, properties: {d: {type: integer, default: 3}}}}
              m: {type: object, additionalProperties: {type: integer, default: 4}}
            """);
    JsonObject object = object(given);

    schema.fill(object);

    assertThat(object).isEqualTo(object(filled));
  }

  @Test
  void eachObjectGetsItsOwnCopyOfADefault() {
    StructuralSchema schema =
        schema(
            "{type: object, properties: {l: {type: array, items: {type: integer}, default: []}}}");
    JsonObject first = new JsonObject();
    JsonObject second = new JsonObject();
    schema.complete(first);
    ((JsonArray) first.path("l")).add(JsonValue.of(1));

    schema.complete(second);

    assertThat(second.path("l").size()).isZero();
  }

  @Test
  void fillsInDefaultsInTheOrderOfTheirNames() {
    StructuralSchema schema =
        schema(
            """
            type: object
            properties:
              c: {type: integer, default: 3}
              a: {type: integer, default: 1}
              b: {type: integer, default: 2}
            """);
    JsonObject object = new JsonObject();

    schema.complete(object);

    assertThat(object.fieldNames()).containsExactly("a", "b", "c");
  }
}
