package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaPlaceTest {
  private static SchemaPlace place(String schema) {
    return new SchemaPlace(yaml(schema), "schema");
  }

  @Test
  void returnsPathsOfSubschemas() {
    SchemaPlace place =
        place(
            """
            properties: {b: {}, a.c: {}}
            items: {type: string}
            additionalProperties: {type: string}
            not: {}
            allOf: [{}, {}]
            oneOf: [{}]
            anyOf: [{}]
            """);

    assertThat(place.children())
        .extracting(SchemaPlace::path)
        .containsExactly(
            "schema.properties[a.c]",
            "schema.properties[b]",
            "schema.items",
            "schema.additionalProperties",
            "schema.not",
            "schema.allOf[0]",
            "schema.allOf[1]",
            "schema.oneOf[0]",
            "schema.anyOf[0]");
  }

  @Test
  void membersOfOtherTypesAreNotSubschemas() {
    SchemaPlace place = place("{items: [{}], additionalProperties: true, not: x, allOf: {}}");

    assertThat(place.children()).isEmpty();
    assertThat(place.child("items")).isNull();
  }

  @Test
  void readsStringsAndBooleans() {
    SchemaPlace place = place("{type: string, title: 5, nullable: true, x: false, y: null}");

    assertThat(place.type()).isEqualTo("string");
    assertThat(place.text("title")).isEmpty();
    assertThat(place.text("absent")).isEmpty();
    assertThat(place.says("nullable")).isTrue();
    assertThat(place.says("x")).isFalse();
    assertThat(place.denies("x")).isTrue();
    assertThat(place.denies("nullable")).isFalse();
    assertThat(place.denies("absent")).isFalse();
    assertThat(place.has("x")).isTrue();
    assertThat(place.has("y")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{id: x}",
        "{$schema: x}",
        "{$ref: x}",
        "{patternProperties: {a: {}}}",
        "{dependencies: {a: [b]}}",
        "{definitions: {a: {}}}",
        "{additionalItems: false}",
        "{items: [{}]}",
        "{items: []}",
        "{x-kubernetes-preserve-unknown-fields: false}",
        "{properties: {a: {id: x}}}",
        "{items: {id: x}}",
        "{additionalProperties: {id: x}}",
        "{not: {id: x}}",
        "{anyOf: [{}, {allOf: [{id: x}]}]}"
      })
  void findsUnsupportedMembersAtAnyDepth(String schema) {
    assertThat(place(schema).unreadable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{id: ''}",
        "{patternProperties: {}}",
        "{additionalItems: null}",
        "{x-kubernetes-preserve-unknown-fields: true}",
        "{properties: {id: {type: string}}}",
        "{items: {}, additionalProperties: {}, not: {}, anyOf: [{}]}"
      })
  void emptyMembersAreSupported(String schema) {
    assertThat(place(schema).unreadable()).isFalse();
  }
}
