package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The CEL types of schemas, and the sizes of their values. */
final class SchemaTypesTest {
  private final SchemaTypes types = new SchemaTypes();

  @ParameterizedTest
  @CsvFileSource(
      resources = "declared-types.txt",
      delimiterString = " | ",
      useHeadersInDisplayName = true)
  void declaresTypeAndSize(String schema, String type, long most, long least) {
    DeclaredType declared = requireNonNull(types.type(Rules.read(schema), false));

    assertThat(CelTypes.format(declared.celType())).isEqualTo(type);
    assertThat(declared.extent()).isEqualTo(new Extent(most, least));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{x-kubernetes-preserve-unknown-fields: true}",
        "{type: nothing}",
        "{type: array}",
        "{type: array, items: {}}",
        "{type: object, additionalProperties: {}}",
        "{type: object, additionalProperties: {type: array, items: {}}}",
      })
  void valuesOfUnspecifiedTypeHaveNoCelType(String schema) {
    assertThat(types.type(Rules.read(schema), false)).isNull();
  }

  @Test
  void membersOfUnspecifiedTypeAreInvisible() {
    DeclaredType.Struct struct =
        struct("{type: object, properties: {a: {}, b: {type: string}}}", false);

    assertThat(struct.memberNamed("a")).isNull();
    assertThat(struct.memberNamed("b")).isNotNull();
    assertThat(struct.celType().fieldNames()).containsExactly("b");
  }

  @Test
  void rootHasTypeAndMetadata() {
    DeclaredType.Struct root = struct("{type: object, properties: {spec: {type: object}}}", true);

    assertThat(root.celType().fieldNames())
        .containsExactlyInAnyOrder("apiVersion", "kind", "metadata", "spec");
    assertThat(((DeclaredType.Struct) requireNonNull(root.memberNamed("metadata"))).celType())
        .satisfies(
            metadata ->
                assertThat(metadata.fieldNames())
                    .containsExactlyInAnyOrder("name", "generateName"));
    assertThat(requireNonNull(root.memberNamed("kind")).extent()).isEqualTo(Extent.ANY_TEXT);
  }

  /** Rules see only the name in metadata, even if the schema declares more. */
  @Test
  void rootReplacesIncompleteMetadata() {
    DeclaredType.Struct root =
        struct(
            """
            type: object
            properties:
              kind: {type: string, maxLength: 5}
              metadata: {type: object, properties: {name: {type: string, maxLength: 10}}}
            """,
            true);

    assertThat(requireNonNull(root.memberNamed("kind")).extent()).isEqualTo(Extent.ANY_TEXT);
    assertThat(metadataName(root).extent()).isEqualTo(Extent.ANY_TEXT);
  }

  @Test
  void rootKeepsCompleteMetadata() {
    DeclaredType.Struct root =
        struct(
            """
            type: object
            properties:
              kind: {type: string}
              apiVersion: {type: string}
              metadata:
                type: object
                properties: {name: {type: string, maxLength: 10}, generateName: {type: string}}
            """,
            true);

    assertThat(metadataName(root).extent()).isEqualTo(new Extent(40, 2));
  }

  private static DeclaredType metadataName(DeclaredType.Struct root) {
    var metadata = (DeclaredType.Struct) requireNonNull(root.memberNamed("metadata"));
    return requireNonNull(metadata.memberNamed("name"));
  }

  @Test
  void rootIgnoresAdditionalProperties() {
    assertThat(struct("{type: object, additionalProperties: {type: string}}", true).celType())
        .satisfies(type -> assertThat(type.fieldNames()).contains("metadata"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: object, properties: {v: %s}}",
        "{type: object, properties: {v: {type: array, items: %s}}}",
        "{type: object, properties: {v: {type: object, additionalProperties: %s}}}",
      })
  void embeddedResourceHasMetadataWhereverItIs(String schema) {
    String embedded = "{type: object, x-kubernetes-embedded-resource: true}";
    DeclaredType value = requireNonNull(struct(schema.formatted(embedded), false).memberNamed("v"));
    DeclaredType resource =
        value instanceof DeclaredType.Array array
            ? array.items()
            : value instanceof DeclaredType.Dictionary map ? map.values() : value;

    assertThat(((DeclaredType.Struct) resource).celType().fieldNames())
        .containsExactlyInAnyOrder("apiVersion", "kind", "metadata");
  }

  @ParameterizedTest
  @ValueSource(strings = {"map", "set", "atomic", ""})
  void listKeepsItsListType(String listType) {
    var array =
        (DeclaredType.Array)
            requireNonNull(
                types.type(
                    Rules.read(
                        "{type: array, items: {type: string}, x-kubernetes-list-type: '"
                            + listType
                            + "'}"),
                    false));

    assertThat(array.kind())
        .isEqualTo(
            switch (listType) {
              case "map" -> DeclaredType.Array.Kind.MAP;
              case "set" -> DeclaredType.Array.Kind.SET;
              default -> DeclaredType.Array.Kind.ATOMIC;
            });
  }

  /** No identifier contains @, so that no rule can create such an object. */
  @Test
  void objectTypesAreFoundByName() {
    types.type(
        Rules.read("{type: object, properties: {a: {type: object}, b: {type: object}}}"), false);

    assertThat(types.provider().types())
        .extracting(CelType::name)
        .containsExactlyInAnyOrder("object@0", "object@1", "object@2");
    assertThat(types.provider().findType("object@1")).isPresent();
    assertThat(types.provider().findType("object@3")).isEmpty();
  }

  private DeclaredType.Struct struct(String schema, boolean root) {
    return (DeclaredType.Struct) requireNonNull(types.type(Rules.read(schema), root));
  }
}
