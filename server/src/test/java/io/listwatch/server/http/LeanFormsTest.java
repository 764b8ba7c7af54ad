package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that leave out managedFields by {@code drop} in {@code Accept} (KEP-5958). */
final class LeanFormsTest {
  private static final String LEAN = "application/json;drop=metadata.managedFields";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String META = ";g=meta.k8s.io;v=v1";
  private static final String MANAGER = "someone-else";

  private final TestServer server = TestServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  private Resource put(String name, String value) {
    JsonObject object = TestServer.configMap("default", name, value);
    JsonObject metadata = (JsonObject) object.path("metadata");
    metadata
        .putArray("managedFields")
        .add(new JsonObject().put("manager", MANAGER).put("operation", "Update"));
    metadata.put("uid", "u-" + name);
    return server.put(object);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        LEAN,
        "application/json; drop=metadata.managedFields",
        "application/json;drop=metadata.managedFields+status",
        "application/json;drop=spec+metadata.managedFields",
        "*/*;drop=metadata.managedFields",
        "application/yaml;drop=metadata.managedFields",
        "application/vnd.kubernetes.protobuf;drop=metadata.managedFields",
        "application/json;as=PartialObjectMetadata" + META + ";drop=metadata.managedFields",
        "application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io"
            + ";drop=metadata.managedFields",
        "application/yaml;as=Table" + META + ";drop=metadata.managedFields",
        "application/json;as=Table" + META + ";drop=metadata.managedFields",
      })
  void leavesOutManagedFields(String accept) {
    put("a", "1");

    HttpResponse<String> object =
        server.get(CONFIG_MAPS + "/a?includeObject=Object", "Accept", accept);
    HttpResponse<String> list =
        server.get(
            CONFIG_MAPS + "?includeObject=Object",
            "Accept",
            accept.replace("PartialObjectMetadata", "PartialObjectMetadataList"));

    for (HttpResponse<String> each : List.of(object, list)) {
      assertThat(each.statusCode()).isEqualTo(200);
      assertThat(each.body()).contains("u-a").doesNotContain(MANAGER, "managedFields");
      assertThat(each.headers().firstValue("content-type").orElseThrow())
          .isEqualTo(accept.startsWith("*") ? "application/json" : accept.split(";", 2)[0]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json;drop=",
        "application/json;drop=spec",
        "application/json;drop=managedFields",
        "application/json;drop=metadata.managedFields.x",
        "application/json,application/yaml;drop=metadata.managedFields",
      })
  void ignoresOtherTargets(String accept) {
    put("a", "1");

    assertThat(server.get(CONFIG_MAPS + "/a", "Accept", accept).body()).contains(MANAGER);
    assertThat(server.get(CONFIG_MAPS, "Accept", accept).body()).contains(MANAGER);
  }

  @Test
  void listDiffersOnlyByManagedFields() {
    put("a", "1");
    put("b", "2");
    String managed = "\"managedFields\":[{\"manager\":\"%s\",\"operation\":\"Update\"}],";
    String full = server.get(CONFIG_MAPS).body();

    String lean = server.get(CONFIG_MAPS, "Accept", LEAN).body();

    assertThat(lean).isEqualTo(full.replace(managed.formatted(MANAGER), ""));
  }

  @Test
  void customResourcesKeepTypeMetaInLeanLists() {
    server.putThing("t", "red");
    String things = "/apis/test.listwatch.io/v1/namespaces/default/things";

    JsonValue item = json(server.get(things, "Accept", LEAN)).path("items").path(0);

    assertThat(item.path("kind").asText()).isEqualTo("Thing");
    assertThat(item.path("metadata").path("name").asText()).isEqualTo("t");
  }

  @Test
  void responsesToWritesAreLeanAndStoredObjectsAreNot() {
    String object = TestServer.configMap("default", "w", "1").toString();
    String path = CONFIG_MAPS + "/w";
    List<HttpResponse<String>> responses = new ArrayList<>();

    responses.add(send("POST", CONFIG_MAPS, object, "application/json"));
    responses.add(send("PUT", path, object.replace("\"1\"", "\"2\""), "application/json"));
    responses.add(send("PATCH", path, "{\"data\":{\"k\":\"3\"}}", "application/merge-patch+json"));
    String stored = server.get(path).body();
    responses.add(send("DELETE", path, "{}", "application/json"));

    assertThat(responses).allSatisfy(each -> assertThat(each.statusCode()).isIn(200, 201));
    assertThat(responses)
        .allSatisfy(each -> assertThat(each.body()).doesNotContain("managedFields"));
    assertThat(stored).contains("managedFields").contains("\"k\":\"3\"");
  }

  private HttpResponse<String> send(String method, String path, String body, String type) {
    return server.send(method, path, body, "Accept", LEAN, "Content-Type", type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json;as=PartialObjectMetadata" + META,
        "application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io",
        "application/json;as=Table" + META,
      })
  void watchesAreLeanIfRequested(String accept) {
    Resource first = put("a", "1");
    String path = CONFIG_MAPS + "?watch=1&resourceVersion=";
    try (RawConnection full = server.connect();
        RawConnection lean = server.connect();
        RawConnection initial = server.connect()) {
      full.get(path + first.version(), "Accept", accept).head();
      lean.get(path + first.version(), "Accept", accept + ";drop=metadata.managedFields").head();
      initial.get(path + "0", "Accept", accept + ";drop=metadata.managedFields").head();
      assertThat(initial.lines(1).get(0)).contains("ADDED", "u-a").doesNotContain(MANAGER);

      put("a", "2");
      server.delete("a");

      assertThat(full.lines(2)).allSatisfy(each -> assertThat(each).contains(MANAGER));
      assertThat(lean.lines(2))
          .allSatisfy(each -> assertThat(each).contains("u-a").doesNotContain(MANAGER))
          .satisfiesExactly(
              each -> assertThat(each).contains("MODIFIED"),
              each -> assertThat(each).contains("DELETED"));
    }
  }

  @Test
  void protobufWatchIsLean() {
    Resource first = put("a", "1");
    try (RawConnection lean = server.connect()) {
      lean.get(
              CONFIG_MAPS + "?watch=1&resourceVersion=" + first.version(),
              "Accept",
              PROTOBUF + ";stream=watch;drop=metadata.managedFields")
          .head();

      put("a", "2");

      assertThat(lean.chunk()).contains("MODIFIED", "u-a").doesNotContain(MANAGER);
    }
  }
}
