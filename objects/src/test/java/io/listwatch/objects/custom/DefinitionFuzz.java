package io.listwatch.objects.custom;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.Kinds;
import io.listwatch.objects.Manifest;
import io.listwatch.objects.RejectedObjectException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;

/**
 * Any JSON as the OpenAPI schema of a definition is accepted or rejected. With an accepted one,
 * objects of any content can be pruned, defaulted and validated.
 */
final class DefinitionFuzz {
  private static final String DEFINITION =
      """
      {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
       "metadata":{"name":"things.example.com"},
       "spec":{"group":"example.com","scope":"Namespaced",
         "names":{"plural":"things","kind":"Thing"},
         "versions":[{"name":"v1","served":true,"storage":true,"schema":{}}]}}
      """;

  private static final String OBJECT =
      """
      {"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},
       "spec":{"a":"x","b":[1,2,2],"c":{"d":null,"e":1.5},"f":true},"other":[{},[]]}
      """;

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "\"type\":\"",
    "\"properties\":{",
    "\"additionalProperties\":",
    "\"items\":{",
    "\"pattern\":\"",
    "\"format\":\"",
    "\"default\":",
    "\"enum\":[",
    "\"required\":[",
    "\"anyOf\":[{",
    "\"not\":{",
    "\"maxLength\":",
    "\"x-kubernetes-validations\":[{\"rule\":\"",
    "\"nullable\":true",
    "\"x-kubernetes-list-type\":\"",
    "\"x-kubernetes-preserve-unknown-fields\":true",
    "\"x-kubernetes-int-or-string\":true",
    "\"x-kubernetes-embedded-resource\":true",
    "\"$ref\":"
  })
  void acceptsOrRejects(byte[] schema) {
    JsonValue tree;
    try {
      tree = JsonTrees.parse(schema).tree();
    } catch (MalformedJsonException malformed) {
      return;
    }
    try {
      Kinds kinds = Kinds.builtIn().with(Manifest.of(definition(tree).toString()));
      Manifest object = Manifest.of(OBJECT);
      assertThat(kinds.validate(object)).isNotNull();
      assertThat(kinds.withDefaults(object).kind()).isEqualTo("Thing");
    } catch (RejectedObjectException rejected) {
      assertThat(rejected.problems()).isNotEmpty();
    }
  }

  private static JsonObject definition(JsonValue schema) {
    JsonObject definition = (JsonObject) JsonTrees.read(DEFINITION);
    ((JsonObject) definition.at("/spec/versions/0/schema")).set("openAPIV3Schema", schema);
    return definition;
  }
}
