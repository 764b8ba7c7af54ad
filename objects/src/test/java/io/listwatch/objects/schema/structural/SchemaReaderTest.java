package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.object;
import static io.listwatch.objects.schema.structural.SchemaTable.schema;
import static io.listwatch.objects.schema.structural.SchemaTable.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema.ListType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaReaderTest {
  private static StructuralSchema nested(String schema) {
    return SchemaReader.read(yaml(schema), false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: string}                                   | STRING
          {type: text}                                     | ANY
          {}                                               | ANY
          {x-kubernetes-int-or-string: true}               | INT_OR_STRING
          {x-kubernetes-int-or-string: true, type: string} | INT_OR_STRING
          {x-kubernetes-int-or-string: false, type: array} | ARRAY
          """)
  void readsTheType(String schema, JsonType type) {
    assertThat(nested(schema).type()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({"set, SET", "map, MAP", "atomic, ATOMIC", "bag, ATOMIC"})
  void readsTheListType(String word, ListType type) {
    assertThat(nested("{type: array, x-kubernetes-list-type: " + word + "}").listType())
        .isEqualTo(type);
  }

  @Test
  void readsExtensions() {
    StructuralSchema all =
        nested(
            """
            nullable: true
            x-kubernetes-preserve-unknown-fields: true
            x-kubernetes-embedded-resource: true
            x-kubernetes-map-type: atomic
            x-kubernetes-list-map-keys: [k, l]
            """);
    StructuralSchema none = nested("{x-kubernetes-map-type: granular}");

    assertThat(all.nullable()).isTrue();
    assertThat(all.preserving()).isTrue();
    assertThat(all.embedded()).isTrue();
    assertThat(all.atomic()).isTrue();
    assertThat(all.keys()).containsExactly("k", "l");
    assertThat(none.nullable()).isFalse();
    assertThat(none.preserving()).isFalse();
    assertThat(none.embedded()).isFalse();
    assertThat(none.atomic()).isFalse();
    assertThat(none.keys()).isEmpty();
  }

  @Test
  void rootIsAResource() {
    assertThat(schema("{type: object}").embedded()).isTrue();
    assertThat(nested("{type: object}").embedded()).isFalse();
  }

  @Test
  void nullIsNotADefault() {
    assertThat(nested("{default: null}").defaultValue()).isNull();
    assertThat(nested("{default: 0}").defaultValue()).isEqualTo(JsonValue.of(0));
  }

  @Test
  void readsAdditionalProperties() {
    assertThat(nested("{}").others()).isEqualTo(StructuralSchema.Others.UNSAID);
    assertThat(nested("{additionalProperties: x}").others())
        .isEqualTo(StructuralSchema.Others.UNSAID);
    assertThat(nested("{additionalProperties: true}").others())
        .isEqualTo(new StructuralSchema.Others(true, true, null));
    assertThat(nested("{additionalProperties: false}").others())
        .isEqualTo(new StructuralSchema.Others(true, false, null));
    StructuralSchema.Others declared = nested("{additionalProperties: {type: string}}").others();
    assertThat(declared.declared()).isTrue();
    assertThat(declared.allowed()).isTrue();
    assertThat(declared.schema()).isNotNull();
  }

  /** A definition that was stored before a rule existed may have any of these. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: 5}",
        "{properties: [], items: x, required: y, enum: z}",
        "{anyOf: {}, oneOf: 5, allOf: x, not: []}",
        "{minimum: x, maxLength: [], multipleOf: {}, minItems: y}",
        "{x-kubernetes-list-map-keys: k, x-kubernetes-list-type: 5}",
        "{pattern: 5, format: []}"
      })
  void malformedMembersCountAsAbsent(String schema) {
    StructuralSchema read = schema(schema);

    assertThat(read.violations(object("{\"a\": [1, \"b\"]}"), null)).isEmpty();
  }

  @Test
  void valueThatIsNotAnObjectIsAnEmptySchema() {
    StructuralSchema read = StructuralSchema.of(JsonValue.of("x"));

    assertThat(read.type()).isEqualTo(JsonType.ANY);
    assertThat(read.prune(object("{\"kind\": \"K\", \"a\": 1}"))).containsExactly("a");
  }
}
