package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.schema;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UnchangedTest {
  private static final StructuralSchema SCHEMA =
      schema(
          """
          type: object
          properties:
            text: {type: string}
            maybe: {type: string, nullable: true}
            full: {type: object, properties: {a: {type: integer, default: 1}, b: {type: integer, default: 2}}}
            list: {type: array, items: {type: object, properties: {a: {type: string}}}}
            maybes: {type: array, items: {type: string, nullable: true}}
            map: {type: object, additionalProperties: {type: string}}
            open: {type: object, additionalProperties: true}
            free: {x-kubernetes-preserve-unknown-fields: true}
            freeList: {type: array, x-kubernetes-preserve-unknown-fields: true}
            half: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: object}}}
            pod: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: string}}}
          """);

  private static boolean leaves(String json) {
    return SCHEMA.leaves(json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"text\": \"x\"}",
        "{\"text\": 5}",
        "{\"maybe\": null}",
        "{\"full\": {\"a\": 1, \"b\": 1}}",
        "{\"full\": {\"b\": 1, \"a\": 1}}",
        "{\"list\": [{\"a\": \"x\"}, {}, 5]}",
        "{\"list\": []}",
        "{\"maybes\": [null, \"x\"]}",
        "{\"map\": {\"k\": \"x\", \"l\": \"y\"}}",
        "{\"open\": {\"k\": 5, \"l\": null, \"m\": [1]}}",
        "{\"free\": {\"any\": {\"thing\": null}}}",
        "{\"free\": [{\"a\": 1}]}",
        "{\"freeList\": [{\"a\": 1}, null]}",
        "{\"half\": {\"a\": {}, \"b\": {\"c\": 1}}}",
        "{\"apiVersion\": \"v1\", \"kind\": \"K\", \"metadata\": {\"name\": \"n\"}}",
        "{\"metadata\": {\"labels\": {\"any\": \"x\"}, \"ownerReferences\": [{\"uid\": \"u\"}]}}",
        "{\"metadata\": {\"managedFields\": [{\"fieldsV1\": {\"f:a\": {\"f:b\": {}}}}]}}",
        "{\"metadata\": {\"labels\": [], \"ownerReferences\": \"x\", \"name\": {}}}",
        "{\"metadata\": \"x\"}",
        "{\"pod\": {\"kind\": \"P\", \"metadata\": {\"name\": \"n\"}, \"spec\": \"x\"}}"
      })
  void completeObjectsWithoutUnknownFieldsAreUnchanged(String json) {
    assertThat(leaves(json)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"unknown\": 1}",
        "{\"text\": null}",
        "{\"text\": {\"a\": 1}}",
        "{\"text\": [{\"a\": 1}]}",
        "{\"full\": {}}",
        "{\"full\": {\"a\": 1}}",
        "{\"full\": {\"b\": 1}}",
        "{\"full\": {\"a\": null, \"b\": 1}}",
        "{\"full\": {\"a\": 1, \"b\": 1, \"c\": 1}}",
        "{\"list\": [{\"b\": 1}]}",
        "{\"list\": [{}, {\"a\": \"x\", \"b\": 1}]}",
        "{\"list\": [null]}",
        "{\"list\": null}",
        "{\"map\": {\"k\": null}}",
        "{\"map\": {\"k\": {\"a\": 1}}}",
        "{\"open\": {\"k\": {\"a\": 1}}}",
        "{\"half\": {\"a\": {\"c\": 1}}}",
        "{\"metadata\": {\"unknown\": 1}}",
        "{\"metadata\": {\"ownerReferences\": [{}, {\"unknown\": 1}]}}",
        "{\"pod\": {\"metadata\": {\"unknown\": 1}}}",
        "{\"pod\": {\"status\": 1}}"
      })
  void incompleteObjectsAndUnknownFieldsAreChanged(String json) {
    assertThat(leaves(json)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"{", "{\"text\"", "{\"text\":\"x}", "x"})
  void malformedJsonIsNotUnchanged(String json) {
    assertThat(leaves(json)).isFalse();
  }
}
