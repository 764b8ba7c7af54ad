package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.object;
import static io.listwatch.objects.schema.structural.SchemaTable.schema;
import static io.listwatch.objects.schema.structural.SchemaTable.schemaOfMember;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.ScalarType;
import io.listwatch.objects.schema.Schema.Shape;
import io.listwatch.objects.schema.ValueSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema as server-side apply sees it, and its embedded resources. */
final class StructuralSchemaTest {
  private static Schema member(String schema) {
    return Objects.requireNonNull(schemaOfMember(schema).member("v"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: object, properties: {a: {type: string}}}                                             | STRUCT
          {type: object}                                                                              | STRUCT
          {type: object, additionalProperties: {type: string}}                                        | MAP
          {type: object, additionalProperties: true}                                                  | MAP
          {type: object, x-kubernetes-preserve-unknown-fields: true}                                  | ANY
          {type: object, x-kubernetes-preserve-unknown-fields: true, additionalProperties: true}      | MAP
          {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}} | STRUCT
          {type: object, x-kubernetes-preserve-unknown-fields: true, x-kubernetes-embedded-resource: true} | STRUCT
          {x-kubernetes-preserve-unknown-fields: true}                                                | ANY
          {x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}}               | STRUCT
          {properties: {a: {type: string}}}                                                           | STRUCT
          {additionalProperties: true}                                                                | MAP
          {type: array, items: {type: string}}                                                        | LIST
          {type: string}                                                                              | SCALAR
          {type: integer}                                                                             | SCALAR
          {type: boolean}                                                                             | SCALAR
          {x-kubernetes-int-or-string: true}                                                          | SCALAR
          """)
  void shapeFollowsFromTheDeclaration(String schema, Shape shape) {
    assertThat(member(schema).shape()).isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: string}                     | TEXT
          {type: string, format: unknown}    | TEXT
          {type: string, format: date-time}  | ANY
          {type: integer}                    | NUMBER
          {type: number}                     | NUMBER
          {type: boolean}                    | BOOLEAN
          {x-kubernetes-int-or-string: true} | ANY
          {type: object}                     | ANY
          """)
  void scalarTypeFollowsFromTypeAndFormat(String schema, ScalarType type) {
    assertThat(member(schema).scalarType()).isEqualTo(type);
  }

  @Test
  void membersHaveTheirDeclaredSchemas() {
    StructuralSchema schema = schemaOfMember("{type: string}");

    assertThat(schema.member("v")).isSameAs(schema.property("v"));
    assertThat(schema.declares("v")).isTrue();
    assertThat(schema.member("other")).isNull();
    assertThat(schema.declares("other")).isFalse();
  }

  @Test
  void identityOfAResourceHasBuiltInTypes() {
    StructuralSchema root = schema("{type: object, properties: {kind: {type: integer}}}");

    assertThat(root.member("metadata")).isSameAs(BuiltInTypes.load().objectMeta());
    assertThat(root.member("apiVersion")).isEqualTo(ValueSchema.Scalar.STRING);
    assertThat(root.member("kind")).isEqualTo(ValueSchema.Scalar.STRING);
    assertThat(root.declares("metadata")).isTrue();
    assertThat(member("{type: object}").member("metadata")).isNull();
    assertThat(member("{type: object}").declares("metadata")).isFalse();
  }

  @Test
  void otherMembersHaveTheSchemaOfAdditionalProperties() {
    Schema map = member("{type: object, additionalProperties: {type: integer}}");

    assertThat(Objects.requireNonNull(map.member("any")).scalarType()).isEqualTo(ScalarType.NUMBER);
    assertThat(map.declares("any")).isFalse();
    assertThat(member("{type: object, additionalProperties: true}").member("any"))
        .isEqualTo(Schema.unknown());
    assertThat(member("{x-kubernetes-preserve-unknown-fields: true}").member("any"))
        .isEqualTo(Schema.unknown());
  }

  @Test
  void itemsWithoutSchemaAreUnknown() {
    assertThat(member("{type: array}").item()).isEqualTo(Schema.unknown());
    assertThat(member("{type: array, items: {type: integer}}").item().scalarType())
        .isEqualTo(ScalarType.NUMBER);
  }

  @Test
  void listOfTypeMapHasKeysAndTheirDefaults() {
    Schema list =
        member(
            """
            {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol],
             items: {type: object, properties: {protocol: {type: string, default: TCP}, port: {type: integer}}}}
            """);

    assertThat(list.listType()).isEqualTo(ListType.MAP);
    assertThat(list.keys()).containsExactly("port", "protocol");
    assertThat(list.item().defaultOf("protocol")).isEqualTo(JsonValue.of("TCP"));
    assertThat(list.item().defaultOf("port")).isNull();
    assertThat(list.item().defaultOf("absent")).isNull();
  }

  @Test
  void mapTypeAtomicMakesAnObjectAtomic() {
    assertThat(member("{type: object, x-kubernetes-map-type: atomic}").atomic()).isTrue();
    assertThat(member("{type: object, x-kubernetes-map-type: granular}").atomic()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: string}                                                             | false
          {type: object, properties: {a: {type: string}}}                            | false
          {type: string, default: x}                                                 | true
          {type: object, properties: {a: {type: string, default: x}}}                | true
          {type: array, items: {type: string, default: x}}                           | true
          {type: object, additionalProperties: {type: string, default: x}}           | true
          {type: array, items: {type: array, items: {type: string, default: x}}}     | true
          """)
  void knowsWhetherAnyMemberHasADefault(String schema, boolean completing) {
    assertThat(schemaOfMember(schema).completing()).isEqualTo(completing);
  }

  @Test
  void visitsEmbeddedResourcesFromTheOutsideIn() {
    String embedded = "x-kubernetes-embedded-resource: true";
    StructuralSchema schema =
        schema(
            """
            type: object
            properties:
              e: {type: object, %1$s, properties: {inner: {type: object, %1$s, properties: {a: {type: string}}}}}
              list: {type: array, items: {type: object, %1$s}}
              map: {type: object, additionalProperties: {type: object, %1$s}}
              plain: {type: object, properties: {e: {type: string}}}
            """
                .formatted(embedded));
    List<String> paths = new ArrayList<>();

    schema.visitEmbedded(
        object(
            """
            {"e": {"inner": {}}, "list": [1, {}, null], "map": {"k.x": {}}, "plain": {"e": {}}}
            """),
        (resource, path) -> paths.add(path));

    assertThat(schema.embedding()).isTrue();
    assertThat(paths).containsExactly("e", "e.inner", "list[1]", "map[k.x]");
  }

  @Test
  void schemaWithoutEmbeddedResourcesVisitsNothing() {
    List<String> paths = new ArrayList<>();
    StructuralSchema schema = schemaOfMember("{type: object}");

    schema.visitEmbedded(object("{\"v\": {}}"), (resource, path) -> paths.add(path));

    assertThat(schema.embedding()).isFalse();
    assertThat(paths).isEmpty();
  }
}
