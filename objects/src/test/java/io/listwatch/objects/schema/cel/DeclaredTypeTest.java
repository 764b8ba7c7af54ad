package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types view JSON values without copying them, and reject values of another kind. */
final class DeclaredTypeTest {
  private static DeclaredType type(String schema) {
    return RuleExpressions.over(schema).type();
  }

  private static JsonValue value(String yaml) {
    return Rules.read("v: " + yaml).path("v");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: string",
        "{type: integer",
        "{type: array, items: {type: string}",
        "{type: object",
        "{type: object, additionalProperties: {type: string}",
        "{x-kubernetes-int-or-string: true",
      })
  void nullNeedsANullableType(String schema) {
    assertThat(type(schema + ", nullable: true}").view(JsonValue.NULL))
        .isEqualTo(NullValue.NULL_VALUE);
    assertThatThrownBy(() -> type(schema + "}").view(JsonValue.NULL))
        .isInstanceOf(RuleFailure.class)
        .hasMessage("invalid data, got null for schema with nullable=false");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: object} | [1] | expected a map for the provided schema with type=object",
        "{type: object} | text | expected a map for the provided schema with type=object",
        "{type: object, additionalProperties: {type: string}} | [a] | expected a map for the"
            + " provided schema with type=object",
        "{type: array, items: {type: string}} | {a: b} | expected an array for the provided schema"
            + " with type=array",
        "{type: array, items: {type: string}} | 5 | expected an array for the provided schema with"
            + " type=array",
      })
  void rejectsContainersOfAnotherKind(String schema, String value, String problem) {
    assertThatThrownBy(() -> type(schema).view(value(value)))
        .isInstanceOf(RuleFailure.class)
        .hasMessage("invalid data, " + problem);
  }

  @Test
  void viewsEachKindOfContainer() {
    assertThat(type("type: object").view(value("{a: 1}"))).isInstanceOf(ObjectView.class);
    assertThat(type("{type: object, additionalProperties: {type: integer}}").view(value("{a: 1}")))
        .isInstanceOf(MapView.class);
    assertThat(type("{type: array, items: {type: integer}}").view(value("[1]")))
        .isInstanceOf(ListView.class);
    assertThat(type("type: integer").view(value("7"))).isEqualTo(7L);
  }

  @Test
  void findsMembersByIdentifierAndByName() {
    var struct =
        (DeclaredType.Struct)
            type("{type: object, properties: {a-b: {type: string}, if: {type: integer}}}");

    assertThat(requireNonNull(struct.member("a__dash__b")).name()).isEqualTo("a-b");
    assertThat(struct.member("a-b")).isNull();
    assertThat(requireNonNull(struct.member("__if__")).name()).isEqualTo("if");
    assertThat(struct.member("if")).isEqualTo(struct.member("__if__"));
    assertThat(struct.memberNamed("a-b"))
        .isSameAs(requireNonNull(struct.member("a__dash__b")).type());
    assertThat(struct.memberNamed("a__dash__b")).isNull();
  }

  @Test
  void structDeclaresTheTypesOfItsIdentifiers() {
    var struct = (DeclaredType.Struct) type("{type: object, properties: {a-b: {type: string}}}");

    assertThat(struct.celType().fieldNames()).containsExactly("a__dash__b");
    assertThat(struct.celType().findField("a__dash__b").orElseThrow().type())
        .isEqualTo(SimpleType.STRING);
    assertThat(struct.celType().findField("other")).isEmpty();
  }

  @Test
  void memberWithoutIdentifierIsFoundByNameOnly() {
    var struct = (DeclaredType.Struct) type("{type: object, properties: {a b: {type: string}}}");

    assertThat(struct.celType().fieldNames()).isEmpty();
    assertThat(struct.memberNamed("a b")).isNotNull();
  }

  @Test
  void keyHasTheValuesOfAllListMapKeys() {
    var list =
        (DeclaredType.Array)
            type(
                """
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port, protocol]
                items: {type: object, properties: {port: {type: integer}, protocol: {type: string}}}
                """);
    JsonValue element = value("{port: 80, protocol: TCP, name: x}");

    assertThat(list.key(element)).containsExactly(JsonValue.of(80), JsonValue.of("TCP"));
    assertThat(list.keyOfView(list.items().view(element))).isEqualTo(list.key(element));
    assertThat(list.key(value("{port: 80}")))
        .isNotEqualTo(list.key(element))
        .isEqualTo(list.key(value("{port: 80, name: y}")));
  }
}
