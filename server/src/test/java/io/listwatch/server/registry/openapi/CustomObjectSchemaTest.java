package io.listwatch.server.registry.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.Definitions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CustomObjectSchemaTest {
  private static final String KINDS =
      "[{\"group\":\"example.com\",\"kind\":\"Widget\",\"version\":\"v1\"}]";

  private static JsonValue published(OpenApiVersion openApi, JsonValue schema) {
    var schemas = new DocumentSchemas(openApi, List.of());
    String name =
        schemas.custom(new CustomKind(Definitions.custom("example.com/v1", "Widget"), schema));
    assertThat(name).isEqualTo("com.example.v1.Widget");
    return Objects.requireNonNull(schemas.all().get(name));
  }

  /** Returns the published schema of a property. */
  private static String member(OpenApiVersion openApi, String schema) {
    JsonValue whole =
        JsonTrees.read("{\"type\":\"object\",\"properties\":{\"a\":%s}}".formatted(schema));
    return published(openApi, whole).at("/properties/a").toString().replace('"', '\'');
  }

  @Test
  void schemaGetsApiVersionKindAndMetadata() {
    JsonValue schema =
        published(
            OpenApiVersion.V3,
            JsonTrees.read(
                """
                {"type":"object","properties":{
                  "metadata":{"type":"object","properties":{"name":{"pattern":"a"}}},
                  "spec":{"type":"string"}}}
                """));

    assertThat(schema)
        .isEqualTo(
            JsonTrees.read(
                """
                {"type":"object","properties":{
                  "apiVersion":{"type":"string","description":
                    "APIVersion defines the API group and version of the object, such as apps/v1."},
                  "kind":{"type":"string","description":
                    "Kind is the type of the object in CamelCase, such as Pod."},
                  "metadata":{"allOf":[{"$ref":
                    "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}],
                    "description":
                      "Standard object's metadata: the name, namespace, labels and other data that every object has."},
                  "spec":{"type":"string"}},
                 "x-kubernetes-group-version-kind":%s}
                """
                    .formatted(KINDS)));
  }

  @Test
  void missingSchemaIsPublishedAsPlainObject() {
    String bare = "{\"type\":\"object\",\"x-kubernetes-group-version-kind\":%s}".formatted(KINDS);
    JsonValue open =
        JsonTrees.read(
            "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true,"
                + "\"properties\":{\"spec\":{\"type\":\"string\"}}}");

    assertThat(published(OpenApiVersion.V3, JsonValue.MISSING)).hasToString(bare);
    assertThat(published(OpenApiVersion.V2, JsonValue.MISSING)).hasToString(bare);
    assertThat(published(OpenApiVersion.V2, open)).hasToString(bare);
    assertThat(published(OpenApiVersion.V3, open).at("/properties").has("spec")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'type':'string','default':'x','example':1} | {'type':'string','default':'x'}"
            + " | {'type':'string'}",
        "{'type':'string','nullable':true} | {'type':'string','nullable':true} | {}",
        "{'type':'array','items':{'type':'string'},'nullable':true}"
            + " | {'type':'array','nullable':true,'items':{'type':'string'}} | {}",
        "{'type':'string','oneOf':[{'minLength':3}],'not':{'pattern':'x'}}"
            + " | {'type':'string','oneOf':[{'minLength':3}],'not':{'pattern':'x'}}"
            + " | {'type':'string'}",
        "{'x-kubernetes-int-or-string':true} |"
            + " {'x-kubernetes-int-or-string':true,'anyOf':[{'type':'integer'},{'type':'string'}]}"
            + " | {'x-kubernetes-int-or-string':true}",
        "{'type':'object','x-kubernetes-preserve-unknown-fields':true}"
            + " | {'type':'object','x-kubernetes-preserve-unknown-fields':true}"
            + " | {'x-kubernetes-preserve-unknown-fields':true}",
        "{'type':'object','additionalProperties':{'type':'string','nullable':true}}"
            + " | {'type':'object','additionalProperties':{'type':'string','nullable':true}}"
            + " | {'type':'object','additionalProperties':{}}",
        "{'type':'object','required':['b','c'],'properties':{'b':{'type':'string','nullable':true}}}"
            + " | {'type':'object','required':['b','c'],'properties':{'b':{'type':'string','nullable':true}}}"
            + " | {'type':'object','required':['c'],'properties':{'b':{}}}",
      })
  void publishesKeywordsThatEachVersionSupports(String schema, String inV3, String inV2) {
    assertThat(member(OpenApiVersion.V3, schema.replace('\'', '"'))).isEqualTo(inV3);
    assertThat(member(OpenApiVersion.V2, schema.replace('\'', '"'))).isEqualTo(inV2);
  }

  @Test
  void embeddedResourceRequiresKindAndApiVersion() {
    String embedded = "{\"type\":\"object\",\"x-kubernetes-embedded-resource\":true}";

    assertThat(member(OpenApiVersion.V2, embedded).replaceAll(",'description':'.*?'(?=[,}])", ""))
        .isEqualTo(
            "{'type':'object','x-kubernetes-embedded-resource':true,'properties':{"
                + "'apiVersion':{'type':'string'},'kind':{'type':'string'},'metadata':{'$ref':"
                + "'#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'}},"
                + "'required':['kind','apiVersion']}");
  }
}
