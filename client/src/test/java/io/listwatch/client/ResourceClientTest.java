package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.model.ConflictException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.MalformedException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchOptions;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each verb sends the right request and decodes the response into the user's class. */
@Timeout(60)
final class ResourceClientTest {
  private static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  private static final ResourceType NODES = ResourceType.cluster("v1", "Node", "nodes");
  private static final String OBJECT =
      """
      {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"garden",\
      "resourceVersion":"5","unknown":1},"data":{"k":"v"}}
      """;

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client =
      ApiClient.of(ClientConfig.of(server.address()).with(config -> config.namespace("garden")));
  private final ResourceClient<ConfigMap> maps =
      client.resources(MAPS, JacksonCodec.of(ConfigMap.class));

  ResourceClientTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private static ConfigMap map(String name, String value) {
    return new ConfigMap("v1", "ConfigMap", new Metadata(name, "garden"), Map.of("k", value));
  }

  @Test
  void gets() throws Exception {
    server.thenJson(200, OBJECT).thenJson(404, "{}");

    assertThat(maps.get("a")).contains(map("a", "v"));
    assertThat(maps.inNamespace("other").get("b:c d")).isEmpty();
    assertThat(server.take().target()).isEqualTo("/api/v1/namespaces/garden/configmaps/a");
    assertThat(server.take().target()).isEqualTo("/api/v1/namespaces/other/configmaps/b:c%20d");
  }

  @Test
  void getsAtAVersion() throws Exception {
    server.thenJson(200, OBJECT).thenJson(200, OBJECT).thenJson(404, "{}");
    var five = ResourceVersion.of(5);

    assertThat(maps.get("a", VersionMatch.any())).contains(map("a", "v"));
    assertThat(maps.get("a", VersionMatch.notOlderThan(five))).contains(map("a", "v"));
    assertThat(maps.get("a", VersionMatch.mostRecent())).isEmpty();
    assertThat(server.take().target()).endsWith("/configmaps/a?resourceVersion=0");
    assertThat(server.take().target()).endsWith("/configmaps/a?resourceVersion=5");
    assertThat(server.take().target()).endsWith("/configmaps/a");
    assertThatThrownBy(() -> maps.get("a", VersionMatch.exactly(five)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("match");
  }

  @Test
  void rejectsNamesThatWouldChangeThePath() {
    assertThatThrownBy(() -> maps.get("..")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> maps.get("a/b")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> maps.get("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> maps.inAllNamespaces().get("a")).hasMessageContaining("namespace");
    assertThatThrownBy(() -> client.resources(NODES).inNamespace("x").get("a"))
        .hasMessageContaining("they are cluster-scoped");
  }

  @Test
  void failureStatusIsAFailureWithAnyCode() {
    server.thenJson(
        200, "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":409,\"reason\":\"Conflict\"}");
    server.thenJson(200, "{\"kind\":\"Status\",\"status\":\"Success\"}");

    assertThatThrownBy(() -> maps.get("a")).isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> maps.get("a")).isInstanceOf(MalformedException.class);
  }

  @Test
  void reportsAnObjectThatCannotBeDecoded() {
    server.thenJson(200, OBJECT.replace("{\"k\":\"v\"}", "\"secret\""));

    assertThatThrownBy(() -> maps.get("a"))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("ConfigMap garden/a @5")
        .hasMessageNotContaining("\"secret\"");
  }

  @Test
  void listsPageByPage() throws Exception {
    server
        .thenJson(200, list("7", "next", OBJECT))
        .thenJson(200, list("7", "", OBJECT.replace("\"name\":\"a\"", "\"name\":\"b\"")));

    ObjectList<ConfigMap> all =
        maps.where(LabelSelector.parse("app=x")).where(FieldSelector.parse("a=b")).list();

    assertThat(all.items()).extracting(each -> each.metadata().name()).containsExactly("a", "b");
    assertThat(all.version()).hasToString("7");
    ScriptedServer.Request first = server.take();
    assertThat(first.query("limit")).isEqualTo("500");
    assertThat(first.query("labelSelector")).isEqualTo("app=x");
    assertThat(first.query("fieldSelector")).isEqualTo("a=b");
    assertThat(server.take().query("continue")).isEqualTo("next");
  }

  @Test
  void listsAllAtOnceIfTheContinueTokenExpires() throws Exception {
    server
        .thenJson(200, list("7", "next", OBJECT))
        .thenJson(410, "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}")
        .thenJson(200, list("9", "", OBJECT, OBJECT));

    ObjectList<ConfigMap> all = maps.inAllNamespaces().list();

    assertThat(all.items()).hasSize(2);
    assertThat(all.version()).hasToString("9");
    assertThat(server.take().path()).isEqualTo("/api/v1/configmaps");
    server.take();
    assertThat(server.take().query("limit")).isNull();
  }

  @Test
  void passesObjectsAsTheyArrive() throws Exception {
    server.thenJson(200, list("7", "next", OBJECT, "{}")).thenJson(200, list("7", "", OBJECT));
    var seen = new ArrayList<ConfigMap>();
    var poison = new ArrayList<Object>();

    ResourceVersion version = maps.forEach(seen::add, poison::add);

    assertThat(version).hasToString("7");
    assertThat(seen).hasSize(2);
    assertThat(poison).hasSize(1);
    assertThat(maps.type()).isEqualTo(MAPS);
  }

  private static String list(String version, String token, String... items) {
    return "{\"metadata\":{\"resourceVersion\":\"%s\",\"continue\":\"%s\"},\"items\":[%s]}"
        .formatted(version, token, String.join(",", items));
  }

  @Test
  void createsAndUpdates() throws Exception {
    server.thenJson(201, OBJECT).thenJson(200, OBJECT);

    ConfigMap created = maps.as("me").dryRun().create(map("a", "v"));
    maps.validating(FieldValidation.STRICT).subresource("status").update(created);

    ScriptedServer.Request post = server.take();
    assertThat(post.method()).isEqualTo("POST");
    assertThat(post.target())
        .isEqualTo("/api/v1/namespaces/garden/configmaps?fieldManager=me&dryRun=All");
    assertThat(post.body()).contains("\"k\":\"v\"").doesNotContain("null");
    ScriptedServer.Request put = server.take();
    assertThat(put.method()).isEqualTo("PUT");
    assertThat(put.target())
        .isEqualTo("/api/v1/namespaces/garden/configmaps/a/status?fieldValidation=Strict");
  }

  /** Keys may be of any namespace, like those that a reconciler gets. */
  @Test
  void selectsObjectsByKey() throws Exception {
    server.otherwise((q, a) -> a.json(200, OBJECT));
    var key = ResourceKey.of("orchard", "a");
    String path = "/api/v1/namespaces/orchard/configmaps/a";

    assertThat(maps.get(key)).isPresent();
    maps.patch(key, Patch.merge("{}"));
    maps.edit(key, found -> map("a", "w"));
    assertThat(maps.delete(key)).isTrue();
    assertThat(maps.delete(key, DeleteOptions.DEFAULT)).isTrue();

    for (String method : List.of("GET", "PATCH", "GET", "PATCH", "DELETE", "DELETE")) {
      ScriptedServer.Request request = server.take();
      assertThat(request.method() + " " + request.target()).isEqualTo(method + " " + path);
    }
    client.resources(NODES).get(ResourceKey.of("n"));
    assertThat(server.take().target()).isEqualTo("/api/v1/nodes/n");
  }

  /** Servers need the kind; some subresources have a kind of their own. */
  @Test
  void addsMissingKindAndApiVersion() throws Exception {
    server.otherwise((q, a) -> a.json(200, OBJECT));
    var plain = client.resources(MAPS, TextCodec.of(text -> text, text -> text));
    String object = " { \"metadata\":{\"name\":\"a\"}}";

    plain.create(object);
    plain.as("me").apply(object);
    plain.subresource("status").update(object);
    plain.subresource("scale").update(object);
    plain.create("{\"kind\":\"Mine\",\"metadata\":{\"name\":\"a\"}}");

    String withTypeMeta =
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}";
    assertThat(server.take().body()).isEqualTo(withTypeMeta);
    assertThat(server.take().body()).isEqualTo(withTypeMeta);
    assertThat(server.take().body()).isEqualTo(withTypeMeta);
    assertThat(server.take().body()).isEqualTo(object);
    assertThat(server.take().body()).startsWith("{\"kind\":\"Mine\",\"metadata\"");
  }

  @Test
  void allNamespacesScopeWritesToTheObjectsNamespace() throws Exception {
    server.thenJson(201, OBJECT);

    maps.inAllNamespaces().create(map("a", "v"));

    assertThat(server.take().path()).isEqualTo("/api/v1/namespaces/garden/configmaps");
  }

  @Test
  void sendsEveryPatchType() throws Exception {
    server.otherwise((q, a) -> a.json(200, OBJECT));

    maps.patch("a", Patch.merge("{}"));
    assertThat(server.take().header("Content-Type")).isEqualTo("application/merge-patch+json");
    maps.patch("a", Patch.operations("[]"));
    assertThat(server.take().header("Content-Type")).isEqualTo("application/json-patch+json");
    maps.patch("a", Patch.strategic("{}"));
    assertThat(server.take().header("Content-Type"))
        .isEqualTo("application/strategic-merge-patch+json");
    maps.as("me").applyForced(map("a", "v"));
    ScriptedServer.Request applied = server.take();
    assertThat(applied.header("Content-Type")).isEqualTo("application/apply-patch+yaml");
    assertThat(applied.query("force")).isEqualTo("true");
    assertThat(applied.query("fieldManager")).isEqualTo("me");
    maps.as("me").apply(map("a", "v"));
    assertThat(server.take().query("force")).isNull();
    assertThatThrownBy(() -> maps.apply(map("a", "v"))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void editRetriesAfterAConflict() throws Exception {
    server
        .thenJson(200, OBJECT)
        .thenJson(409, "{\"kind\":\"Status\",\"code\":409,\"reason\":\"Conflict\"}")
        .thenJson(200, OBJECT.replace("\"5\"", "\"6\""))
        .thenJson(200, OBJECT);

    maps.edit("a", found -> map("a", found.data().get("k") + "!"));

    server.take();
    assertThat(server.take().body())
        .isEqualTo("{\"data\":{\"k\":\"v!\"},\"metadata\":{\"resourceVersion\":\"5\"}}");
    server.take();
    ScriptedServer.Request second = server.take();
    assertThat(second.method()).isEqualTo("PATCH");
    assertThat(second.body()).contains("\"resourceVersion\":\"6\"");
  }

  @Test
  void editOfADeletedObjectFails() throws Exception {
    server
        .thenJson(200, OBJECT)
        .thenJson(404, "{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\"}");

    assertThatThrownBy(
            () ->
                maps.edit(
                    "a",
                    found ->
                        new ConfigMap("v1", "ConfigMap", found.metadata(), Map.of("k", "new"))))
        .isInstanceOf(NotFoundException.class);

    server.take();
    assertThat(server.take().method()).isEqualTo("PATCH");
    assertThat(server.waiting()).isZero();
  }

  @Test
  void watchesWithSelectors() throws Exception {
    server.then(
        (q, a) -> {
          a.begin();
          a.stall();
        });

    maps.where(LabelSelector.parse("app in (x,y)"))
        .where(FieldSelector.parse("metadata.name!=z"))
        .watch(WatchOptions.after(ResourceVersion.of(7)))
        .close();

    ScriptedServer.Request request = server.take();
    assertThat(request.query("labelSelector")).isEqualTo("app in (x,y)");
    assertThat(request.query("fieldSelector")).isEqualTo("metadata.name!=z");
    assertThat(request.query("resourceVersion")).isEqualTo("7");
  }

  /** Objects that were passed to the consumer cannot be taken back. */
  @Test
  void forEachDoesNotRepeatObjectsAfterAnExpiredToken() {
    server
        .thenJson(200, list("7", "next", OBJECT))
        .thenJson(410, "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}");
    var seen = new ArrayList<ConfigMap>();

    assertThatThrownBy(() -> maps.forEach(seen::add, unreadable -> {}))
        .isInstanceOf(ExpiredException.class);

    assertThat(seen).hasSize(1);
  }

  @Test
  void editWithoutChangesWritesNothing() throws Exception {
    server.thenJson(200, OBJECT);

    assertThat(maps.edit("a", found -> found)).isEqualTo(map("a", "v"));
    assertThat(server.waiting()).isEqualTo(1);
  }

  @Test
  void editGivesUpAfterSeveralConflicts() {
    server.otherwise(
        (q, a) -> {
          if (q.method().equals("GET")) {
            a.json(200, OBJECT);
          } else {
            a.json(409, "{}");
          }
        });

    assertThatThrownBy(() -> maps.edit("a", found -> map("a", "other")))
        .isInstanceOf(ConflictException.class);
    assertThat(server.waiting()).isEqualTo(10);
    server.otherwise((q, a) -> a.json(404, "{}"));
    assertThatThrownBy(() -> maps.edit("a", found -> found)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void deletes() throws Exception {
    server
        .thenJson(200, "{\"kind\":\"Status\",\"status\":\"Success\"}")
        .thenJson(404, "{}")
        .thenJson(200, "{}");

    assertThat(
            maps.delete(
                "a",
                DeleteOptions.DEFAULT
                    .gracePeriod(Duration.ZERO)
                    .propagation(DeleteOptions.Propagation.FOREGROUND)
                    .ifUid("u")
                    .ifVersion(ResourceVersion.of(5))))
        .isTrue();
    assertThat(maps.delete("a")).isFalse();
    maps.where(LabelSelector.parse("app=x")).dryRun().deleteAll(DeleteOptions.DEFAULT);

    assertThat(server.take().body())
        .isEqualTo(
            "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"gracePeriodSeconds\":0,"
                + "\"propagationPolicy\":\"Foreground\","
                + "\"preconditions\":{\"uid\":\"u\",\"resourceVersion\":\"5\"}}");
    server.take();
    ScriptedServer.Request all = server.take();
    assertThat(all.method()).isEqualTo("DELETE");
    assertThat(all.path()).isEqualTo("/api/v1/namespaces/garden/configmaps");
    assertThat(all.query("labelSelector")).isEqualTo("app=x");
    assertThat(all.query("dryRun")).isEqualTo("All");
  }

  @Test
  void readsRawObjects() throws Exception {
    server.thenJson(200, OBJECT);

    Resource raw = client.resources(MAPS).get("a").orElseThrow();

    assertThat(new String(raw.toByteArray(), UTF_8)).contains("\"unknown\":1");
  }

  @Test
  void usesAnySerializerOfStrings() throws Exception {
    server.thenJson(200, OBJECT).thenJson(201, OBJECT);
    var texts = client.resources(MAPS, TextCodec.of(String::strip, text -> text));

    assertThat(texts.get("a")).contains(OBJECT.strip());
    texts.create(OBJECT);
    server.take();
    assertThat(server.take().body()).isEqualTo(OBJECT);
  }

  @Test
  void callsAnyPath() throws Exception {
    server.thenJson(200, "ok");

    assertThat(client.call(ApiRequest.get("/readyz"))).asString(UTF_8).isEqualTo("ok");
  }

  @Test
  void returnsOnePage() throws Exception {
    server.thenJson(200, list("7", "next", OBJECT));

    ObjectList<ConfigMap> page = maps.page(ListOptions.ALL.limitedTo(1));

    assertThat(page.continueToken()).isEqualTo("next");
    assertThat(List.copyOf(page.items())).hasSize(1);
  }

  record Metadata(String name, String namespace) {}

  record ConfigMap(String apiVersion, String kind, Metadata metadata, Map<String, String> data) {
    ConfigMap {
      Objects.requireNonNull(metadata);
    }
  }
}
