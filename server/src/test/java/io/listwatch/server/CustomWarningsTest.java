package io.listwatch.server;

import static io.listwatch.server.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is taken although it has no effect, or is wrong and was so before, is told. */
final class CustomWarningsTest {
  private static final String DEFINITION = OpenServer.DEFINITIONS + "/things.example.com";
  private static final String THINGS = "/apis/example.com/v1/namespaces/default/things";

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
  void aFormatThatNobodyKnowsIsToldOnce() {
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
  void aRuleThatWasBrokenBeforeAndIsForgivenIsTold() {
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
  void aFinalizerWithoutADomainIsTold() {
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
}
