package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Warnings for custom resources: for settings without effect, and for old errors that are
 * tolerated.
 */
final class CustomWarningsTest {
  private static final String DEFINITION = OpenServer.DEFINITIONS + "/things.example.com";
  private static final String THINGS = "/apis/example.com/v1/namespaces/default/things";

  private static final String SCHEMA =
      "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"other\":{\"type\":\"integer\"}}}}}";

  private final OpenServer server = new OpenServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String definition(String version, String properties) {
    return """
    {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
     "metadata":{"name":"things.example.com"%s},
     "spec":{"group":"example.com","scope":"Namespaced",
      "names":{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"},
      "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{
        "type":"object","properties":{%s}}}}]}}
    """
        .formatted(version.isEmpty() ? "" : ",\"resourceVersion\":\"" + version + "\"", properties);
  }

  private String version() {
    return server.send("GET", DEFINITION, "").at("/metadata/resourceVersion").asText();
  }

  private static String thing(String metadata, int size, int other) {
    return """
    {"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"%s},
     "size":{"value":%d},"other":%d}
    """
        .formatted(metadata, size, other);
  }

  @Test
  void warnsOnceOfUnrecognizedFormat() {
    String known =
        """
        "a":{"type":"string","format":"date-time"},"b":{"type":"integer","format":"int32"},
        "c":{"type":"string","format":"color"}
        """;

    assertThat(server.warnings("POST", OpenServer.DEFINITIONS, definition("", known)))
        .containsExactly("299 - \"unrecognized format \\\"color\\\"\"");
    await().until(() -> server.code("GET", THINGS, "") == 200);
    String more =
        known + ",\"d\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"format\":\"taste\"}}";
    assertThat(server.patch("merge-patch+json", DEFINITION, definition(version(), more)))
        .satisfies(
            answer ->
                assertThat(answer.headers().allValues("Warning"))
                    .containsExactly("299 - \"unrecognized format \\\"taste\\\"\""));
  }

  @Test
  void warnsOfRatchetedRuleViolation() {
    String plain =
        "\"size\":{\"type\":\"object\",\"properties\":{\"value\":{\"type\":\"integer\"}}";
    String other = "},\"other\":{\"type\":\"integer\"}";
    server.send("POST", OpenServer.DEFINITIONS, definition("", plain + other));
    await().until(() -> server.code("GET", THINGS, "") == 200);
    server.send("POST", THINGS, thing("", -1, 1));
    String rule =
        ",\"x-kubernetes-validations\":[{\"rule\":\"self.value > 0\",\"message\":\"too small\"}]";
    server.send("PUT", DEFINITION, definition(version(), plain + rule + other));
    await()
        .until(
            () -> server.code("POST", THINGS, thing("", -2, 1).replace("\"a\"", "\"b\"")) == 422);

    assertThat(
            server
                .patch("merge-patch+json", THINGS + "/a", "{\"other\":2}")
                .headers()
                .allValues("Warning"))
        .containsExactly("299 - \"size: Invalid value: too small\"");
    assertThat(
            server
                .patch("merge-patch+json", THINGS + "/a", "{\"size\":{\"value\":-3}}")
                .statusCode())
        .isEqualTo(422);
  }

  @Test
  void warnsOfUnqualifiedFinalizer() {
    server.send("POST", OpenServer.DEFINITIONS, definition("", "\"other\":{\"type\":\"integer\"}"));
    await().until(() -> server.code("GET", THINGS, "") == 200);

    assertThat(
            server.warnings(
                "POST", THINGS, thing(",\"finalizers\":[\"mine\",\"example.com/ours\"]", 1, 1)))
        .contains(
            "299 - \"metadata.finalizers: \\\"mine\\\": prefer a domain-qualified finalizer name"
                + " including a path (/) to avoid accidental conflicts with other finalizer"
                + " writers\"");
  }

  @Test
  void deprecatedVersionWarnsWithEveryResponse() throws IOException {
    String old = "{\"name\":\"%s\",\"served\":%b,\"storage\":false,\"deprecated\":%b%s," + SCHEMA;
    JsonObject definition =
        (JsonObject) JsonTrees.read(definition("", "\"other\":{\"type\":\"integer\"}"));
    JsonArray versions = (JsonArray) definition.at("/spec/versions");
    versions.add(JsonTrees.read(old.formatted("v1beta1", true, true, "")));
    versions.add(
        JsonTrees.read(
            old.formatted("v1alpha1", true, true, ",\"deprecationWarning\":\"let it be\"")));
    versions.add(JsonTrees.read(old.formatted("v2", false, false, "")));
    versions.add(JsonTrees.read(old.formatted("v3", true, true, "")));
    server.send("POST", OpenServer.DEFINITIONS, JsonTrees.write(definition));
    await().until(() -> server.code("GET", THINGS, "") == 200);
    String beta = THINGS.replace("v1", "v1beta1");
    String told = "299 - \"example.com/v1beta1 Thing is deprecated; use example.com/v1 Thing\"";

    assertThat(server.warnings("GET", beta, "")).containsExactly(told);
    assertThat(server.warnings("GET", beta + "/none", "")).containsExactly(told);
    assertThat(server.warnings("GET", beta + "/none/status", "")).containsExactly(told);
    assertThat(server.warnings("POST", beta, thing("", 1, 1).replace("v1", "v1beta1")))
        .containsExactly(told, "299 - \"unknown field \\\"size\\\"\"");
    assertThat(server.warnings("GET", "/apis/example.com/v1beta1/namespaces/a/things/b/c/d", ""))
        .isEmpty();
    HttpResponse<InputStream> watch =
        server.read(beta + "?watch=true", BodyHandlers.ofInputStream());
    watch.body().close();
    assertThat(watch.headers().allValues("Warning")).containsExactly(told);
    assertThat(server.warnings("GET", THINGS.replace("v1", "v1alpha1"), ""))
        .containsExactly("299 - \"let it be\"");
    assertThat(server.warnings("GET", THINGS.replace("v1", "v3"), ""))
        .containsExactly("299 - \"example.com/v3 Thing is deprecated\"");
    assertThat(server.warnings("GET", THINGS, "")).isEmpty();
  }

  @Test
  void rejectedRequestKeepsItsEarlierWarnings() {
    server.send("POST", OpenServer.DEFINITIONS, definition("", "\"other\":{\"type\":\"integer\"}"));
    await().until(() -> server.code("GET", THINGS, "") == 200);
    String told = "299 - \"unknown field \\\"size\\\"\"";
    String elsewhere = THINGS.replace("default", "nowhere");

    HttpResponse<String> nowhere = server.answer("POST", elsewhere, thing("", 1, 1));
    HttpResponse<String> absent = server.answer("PUT", THINGS + "/a", thing("", 1, 1));
    HttpResponse<String> wrong = server.answer("PUT", THINGS + "/b", thing("", 1, 1));
    HttpResponse<String> strict =
        server.answer("PUT", THINGS + "/a?fieldValidation=Strict", thing("", 1, 1));

    assertThat(nowhere.statusCode()).isEqualTo(404);
    assertThat(nowhere.headers().allValues("Warning")).containsExactly(told);
    assertThat(absent.statusCode()).isEqualTo(404);
    assertThat(absent.headers().allValues("Warning")).containsExactly(told);
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(strict.statusCode()).isEqualTo(400);
    assertThat(strict.headers().allValues("Warning")).isEmpty();
  }

  @Test
  void reportsServiceOfConversionWebhookThatIsMissing() {
    JsonObject definition =
        (JsonObject) JsonTrees.read(definition("", "\"other\":{\"type\":\"integer\"}"));
    ((JsonArray) definition.at("/spec/versions"))
        .add(JsonTrees.read("{\"name\":\"v2\",\"served\":true,\"storage\":false," + SCHEMA));
    JsonObject conversion = definition.withObject("spec", "conversion").put("strategy", "Webhook");
    conversion.withObject("webhook").withArray("conversionReviewVersions").add("v1");
    JsonObject client = conversion.withObject("webhook", "clientConfig");
    client.withObject("service").put("name", "hook").put("namespace", "default");

    HttpResponse<String> defined =
        server.answer("POST", OpenServer.DEFINITIONS, JsonTrees.write(definition));

    assertThat(defined.headers().allValues("Warning")).isEmpty();
    assertThat(
            JsonTrees.read(defined.body())
                .at("/spec/conversion/webhook/clientConfig/service/port")
                .asInt())
        .isEqualTo(443);
    await().until(() -> server.code("GET", THINGS, "") == 200);
    assertThat(server.code("POST", THINGS, thing("", 1, 1))).isEqualTo(201);
    assertThat(server.code("GET", THINGS + "/a", "")).isEqualTo(200);
    assertThat(server.send("GET", THINGS.replace("v1", "v2") + "/a", "").path("message").asText())
        .isEqualTo(
            "conversion webhook for example.com/v1, Kind=Thing failed: Post"
                + " \"https://hook.default.svc:443/?timeout=30s\": service \"hook\" not found");
    assertThat(server.warnings("PUT", DEFINITION, defined.body())).isEmpty();
  }
}
