package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.webhook.TestWebhook;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Conversion of custom resources by a webhook: {@code v1} has one string {@code host:port}, {@code
 * v2}, the stored version, has two fields.
 */
final class ConversionTest {
  private static final String V1 = "/apis/example.com/v1/namespaces/default/links";
  private static final String V2 = "/apis/example.com/v2/namespaces/default/links";

  private final MeasuredTimes times = new MeasuredTimes();
  private final OpenServer server = new OpenServer(times);
  private final TestWebhook webhook = new TestWebhook(ConversionTest::honest);

  @BeforeEach
  void define() {
    JsonValue defined = server.send("POST", OpenServer.DEFINITIONS, definition("v2"));
    assertThat(defined.path("kind").asText()).isEqualTo("CustomResourceDefinition");
    await().until(() -> server.code("GET", V1, "") == 200);
  }

  @AfterEach
  void stop() {
    webhook.close();
    server.close();
  }

  private String definition(String stored) {
    return """
    {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
     "metadata":{"name":"links.example.com"},
     "spec":{"group":"example.com","scope":"Namespaced",
      "names":{"plural":"links","singular":"link","kind":"Link","listKind":"LinkList"},
      "conversion":{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],
        "clientConfig":{"url":"%s","caBundle":"%s"}}},
      "versions":[
       {"name":"v1","served":true,"storage":%b,"schema":{"openAPIV3Schema":{"type":"object",
         "properties":{"spec":{"type":"object","properties":{"address":{"type":"string"},
           "note":{"type":"string","default":"none"}}}}}}},
       {"name":"v2","served":true,"storage":%b,"schema":{"openAPIV3Schema":{"type":"object",
         "properties":{"spec":{"type":"object","properties":{"host":{"type":"string"},
           "port":{"type":"string"},"note":{"type":"string"}}}}}}}]}}
    """
        .formatted(webhook.url(), webhook.authorities(), stored.equals("v1"), stored.equals("v2"));
  }

  private static String link(String name, String address) {
    return """
    {"apiVersion":"example.com/v1","kind":"Link","metadata":{"name":"%s"},
     "spec":{"address":"%s"}}
    """
        .formatted(name, address);
  }

  @Test
  void objectWrittenInOneVersionIsReadInTheOther() {
    JsonValue created = server.send("POST", V1, link("a", "here:80"));

    assertThat(created.at("/spec/address").asText()).isEqualTo("here:80");
    JsonValue stored = server.send("GET", V2 + "/a", "");
    assertThat(stored.at("/apiVersion").asText()).isEqualTo("example.com/v2");
    assertThat(stored.at("/spec/host").asText()).isEqualTo("here");
    assertThat(stored.at("/spec/port").asText()).isEqualTo("80");
    assertThat(stored.at("/spec/note").asText()).isEqualTo("none");
    assertThat(server.send("GET", V1 + "/a", "")).isEqualTo(created);
  }

  @Test
  void callHasTheTraceContextOfTheRequest() {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    webhook.traces().clear();

    assertThat(server.traced(trace, "POST", V1, link("a", "here:80")).statusCode()).isEqualTo(201);
    int afterCreate = webhook.traces().size();
    assertThat(server.traced(trace, "GET", V1 + "/a", "").statusCode()).isEqualTo(200);
    int afterGet = webhook.traces().size();
    assertThat(server.traced(trace, "GET", V1, "").statusCode()).isEqualTo(200);

    assertThat(afterCreate).isPositive();
    assertThat(afterGet).isGreaterThan(afterCreate);
    assertThat(webhook.traces()).hasSizeGreaterThan(afterGet).containsOnly(trace + " a=1");
  }

  @Test
  void listIsConvertedWithOneRequest() {
    for (String name : List.of("a", "b", "c")) {
      server.send("POST", V1, link(name, name + ":1"));
    }
    webhook.questions().clear();

    JsonValue list = server.send("GET", V1, "");

    assertThat(list.path("items"))
        .extracting(each -> each.at("/spec/address").asText())
        .containsExactly("a:1", "b:1", "c:1");
    assertThat(webhook.questions()).hasSize(1);
  }

  @Test
  void recordsDurationOfEachRequestByItsResult() {
    server.send("POST", V1, link("a", "here:80"));
    long succeeded = questions(true);
    assertThat(succeeded).isPositive();
    assertThat(questions(false)).isZero();

    server.send("GET", V1 + "/a", "");
    assertThat(questions(true)).isEqualTo(succeeded + 1);
    String unused = failure(answer -> answer.put("kind", "Review"));

    assertThat(questions(false)).isEqualTo(1);
    assertThat(questions(true)).isEqualTo(succeeded + 1);
  }

  private long questions(boolean succeeded) {
    return times.count(
        "apiserver_crd_conversion_webhook_duration_seconds",
        "{crd_name=links.example.com, succeeded=" + succeeded + "}");
  }

  @Test
  void storedVersionIsReadWithoutTheWebhook() {
    server.send("POST", V1, link("a", "here:80"));
    webhook.close();

    assertThat(server.send("GET", V2 + "/a", "").at("/spec/host").asText()).isEqualTo("here");
    assertThat(server.send("GET", V2, "").path("items")).hasSize(1);
  }

  @Test
  void patchIsAppliedInTheRequestedVersion() {
    server.send("POST", V1, link("a", "here:80"));

    JsonValue patched =
        patch(V1 + "/a", "merge-patch+json", "{\"spec\":{\"address\":\"there:81\"}}");

    assertThat(patched.at("/spec/address").asText()).isEqualTo("there:81");
    assertThat(patched.at("/metadata/generation").asInt()).isEqualTo(2);
    JsonValue deleted = server.send("DELETE", V1 + "/a", "");
    assertThat(deleted.path("status").asText()).isEqualTo("Success");
    assertThat(server.code("GET", V2 + "/a", "")).isEqualTo(404);
  }

  @Test
  void watchSendsEventsInTheRequestedVersion() throws IOException {
    server.send("POST", V1, link("a", "here:80"));
    HttpResponse<InputStream> watch = server.read(V1 + "?watch=true", BodyHandlers.ofInputStream());
    try (var lines = new BufferedReader(new InputStreamReader(watch.body(), UTF_8))) {
      JsonValue first = JsonTrees.read(lines.readLine());
      server.send("POST", V2, link("b", "x").replace("/v1", "/v2").replace("address", "host"));
      JsonValue second = JsonTrees.read(lines.readLine());
      server.send("DELETE", V2 + "/a", "");
      JsonValue third = JsonTrees.read(lines.readLine());

      assertThat(List.of(first, second, third))
          .extracting(each -> each.path("type").asText() + each.at("/object/spec/address").asText())
          .containsExactly("ADDEDhere:80", "ADDEDx:", "DELETEDhere:80");
    }
  }

  @Test
  void objectStoredInAnOlderVersionIsConvertedOnRead() {
    server.send("POST", V1, link("a", "here:80"));
    JsonValue current = server.send("GET", OpenServer.DEFINITIONS + "/links.example.com", "");
    JsonObject other = (JsonObject) JsonTrees.read(definition("v1"));
    other
        .withObject("metadata")
        .set("resourceVersion", current.path("metadata").path("resourceVersion"));
    server.send("PUT", OpenServer.DEFINITIONS + "/links.example.com", JsonTrees.write(other));

    await()
        .untilAsserted(
            () -> {
              webhook.questions().clear();
              assertThat(server.send("GET", V1 + "/a", "").at("/spec/address").asText())
                  .isEqualTo("here:80");
              assertThat(server.send("GET", V2 + "/a", "").at("/spec/host").asText())
                  .isEqualTo("here");
              assertThat(webhook.questions()).hasSize(1);
            });
  }

  @Test
  void fieldOwnershipIsConvertedBetweenVersions() {
    apply("first", V1, "{\"address\":\"here:80\"}");
    JsonValue both = apply("second", V2, "{\"note\":\"seen\"}");
    assertThat(managers(both)).containsExactly("first:v1", "second:v2");

    JsonValue conflict = apply("second", V2, "{\"note\":\"seen\",\"host\":\"there\"}");
    assertThat(conflict.path("reason").asText()).isEqualTo("Conflict");
    assertThat(conflict.path("message").asText()).contains("\"first\"");

    JsonValue forced =
        patch(
            V2 + "/a?fieldManager=second&force=true",
            "apply-patch+yaml",
            intent("v2", "{\"note\":\"seen\",\"host\":\"there\"}"));
    assertThat(managers(forced)).containsExactly("second:v2");
  }

  @Test
  void dropsFieldManagersOfARemovedVersion() {
    apply("first", V1, "{\"address\":\"here:80\"}");
    JsonObject object = (JsonObject) server.send("GET", V1 + "/a", "");
    ((JsonObject) object.at("/metadata/managedFields/0")).put("apiVersion", "example.com/v0");
    object.withObject("spec").put("note", "changed");

    JsonValue updated = server.send("PUT", V1 + "/a?fieldManager=second", JsonTrees.write(object));

    assertThat(managers(updated)).containsExactly("second:v1");
  }

  @Test
  void reapplyInAnotherVersionGivesUpOmittedFields() {
    apply("one", V1, "{\"address\":\"here:80\",\"note\":\"mine\"}");

    JsonValue applied = apply("one", V2, "{\"host\":\"here\",\"port\":\"80\"}");

    assertThat(managers(applied)).containsExactly("one:v2");
    assertThat(applied.at("/spec/host").asText()).isEqualTo("here");
  }

  @Test
  void rejectsInvalidConversionResponses() {
    server.send("POST", V1, link("a", "here:80"));
    String gvk = "conversion webhook for example.com/v2, Kind=Link ";

    assertThat(failure(answer -> answer.withObject("response").put("uid", "other")))
        .startsWith(gvk + "failed: expected response.uid=");
    assertThat(failure(answer -> answer.put("kind", "Review")))
        .startsWith(gvk + "failed: expected webhook response of apiextensions.k8s.io/v1,");
    assertThat(
            failure(
                answer -> answer.withObject("response").withArray("convertedObjects").removeAll()))
        .isEqualTo(gvk + "returned 0 objects, expected 1");
    assertThat(failure(answer -> metadata(answer).put("name", "b")))
        .isEqualTo(gvk + "returned invalid object: must have the same name: a != b");
    assertThat(failure(answer -> metadata(answer).put("uid", "b")))
        .startsWith(gvk + "returned invalid object: must have the same UID: ");
    assertThat(failure(answer -> metadata(answer).putObject("labels").put("a b", "c")))
        .startsWith(gvk + "returned invalid metadata: metadata.labels: Invalid value: \"a b\"");
    assertThat(failure(answer -> object(answer).put("apiVersion", "example.com/v3")))
        .isEqualTo(
            gvk
                + "returned invalid object at index 0: invalid groupVersion (expected"
                + " example.com/v1, received example.com/v3)");
    assertThat(failure(answer -> answer.withObject("response", "result").put("status", "Failure")))
        .isEqualTo(gvk + "failed: response.result.status was 'Failure', not 'Success'");
    assertThat(
            failure(
                answer ->
                    answer
                        .withObject("response", "result")
                        .put("status", "Failure")
                        .put("message", "not today")))
        .isEqualTo(gvk + "failed: not today");
  }

  @Test
  void webhookMayChangeLabelsAndAnnotationsButNoOtherMetadata() {
    server.send("POST", V1, link("a", "here:80"));
    webhook.answering =
        question -> {
          JsonObject answer = (JsonObject) JsonTrees.read(honest(question));
          metadata(answer).put("generation", 99).putObject("labels").put("from", "webhook");
          return JsonTrees.write(answer);
        };

    JsonValue read = server.send("GET", V1 + "/a", "");

    assertThat(read.at("/metadata/labels/from").asText()).isEqualTo("webhook");
    assertThat(read.at("/metadata/generation").asInt()).isEqualTo(1);
  }

  @Test
  void slowWebhookDoesNotDelayOtherRequests() {
    server.send("POST", V1, link("a", "here:80"));
    var patience = new CountDownLatch(1);
    webhook.answering =
        question -> {
          try {
            patience.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return honest(question);
        };
    ExecutorService clients = Executors.newCachedThreadPool();
    List<Future<Integer>> waiting = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      boolean write = i % 2 == 0;
      waiting.add(
          clients.submit(
              () ->
                  write
                      ? server
                          .patch("merge-patch+json", V1 + "/a", "{\"spec\":{\"note\":\"x\"}}")
                          .statusCode()
                      : server.code("GET", V1 + "/a", "")));
    }
    await().until(() -> !webhook.questions().isEmpty());

    assertThat(server.code("GET", V2 + "/a", "")).isEqualTo(200);
    String map = "{\"metadata\":{\"name\":\"m\"}}";
    assertThat(server.code("POST", "/api/v1/namespaces/default/configmaps", map)).isEqualTo(201);

    patience.countDown();
    assertThat(waiting).allSatisfy(each -> assertThat(each.get()).isEqualTo(200));
    clients.shutdownNow();
  }

  @Test
  void reportsUnreachableWebhook() {
    server.send("POST", V1, link("a", "here:80"));
    webhook.close();

    for (String path : List.of(V1, V1 + "/a")) {
      // The first request may go over a kept-alive connection whose end has not been noticed yet.
      await().untilAsserted(() -> assertRefused(server.answer("GET", path, "")));
    }
    HttpResponse<String> watch = server.answer("GET", V1 + "?watch=true", "");
    assertThat(JsonTrees.read(watch.body()).path("type").asText()).isEqualTo("ERROR");
    assertThat(server.code("POST", V1, link("b", "there:80"))).isEqualTo(500);
    assertThat(server.code("DELETE", V2 + "/a", "")).isEqualTo(200);
  }

  private static void assertRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(JsonTrees.read(answer.body()).path("message").asText())
        .startsWith("conversion webhook for example.com/v2, Kind=Link failed: Post ")
        .endsWith("connect: connection refused");
  }

  /** Returns the error message if the webhook's response is changed in this way. */
  private String failure(Consumer<JsonObject> lie) {
    webhook.answering =
        question -> {
          JsonObject answer = (JsonObject) JsonTrees.read(honest(question));
          lie.accept(answer);
          return JsonTrees.write(answer);
        };
    JsonValue status = server.send("GET", V1 + "/a", "");
    assertThat(status.path("code").asInt()).isEqualTo(500);
    return status.path("message").asText();
  }

  private static JsonObject object(JsonObject answer) {
    return (JsonObject) answer.at("/response/convertedObjects/0");
  }

  private static JsonObject metadata(JsonObject answer) {
    return (JsonObject) object(answer).path("metadata");
  }

  private static String honest(String question) {
    JsonValue request = JsonTrees.read(question).path("request");
    String wanted = request.path("desiredAPIVersion").asText();
    JsonObject answer = (JsonObject) JsonTrees.read("{}");
    answer.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "ConversionReview");
    JsonObject response = answer.putObject("response");
    response.set("uid", request.path("uid"));
    response.putObject("result").put("status", "Success");
    JsonArray converted = response.putArray("convertedObjects");
    for (JsonValue object : request.path("objects")) {
      converted.add(convert((JsonObject) object.deepCopy(), wanted));
    }
    return JsonTrees.write(answer);
  }

  private static JsonObject convert(JsonObject object, String wanted) {
    object.put("apiVersion", wanted);
    if (!(object.path("spec") instanceof JsonObject spec)) {
      return object;
    }
    if (wanted.endsWith("/v2") && spec.has("address")) {
      String[] parts = spec.path("address").asText().split(":", 2);
      spec.remove("address");
      spec.put("host", parts[0]).put("port", parts.length > 1 ? parts[1] : "");
    } else if (wanted.endsWith("/v1") && (spec.has("host") || spec.has("port"))) {
      String host = spec.path("host").asText();
      String port = spec.path("port").asText();
      spec.put("address", host + ":" + port);
      spec.remove(List.of("host", "port"));
    }
    return object;
  }

  private static List<String> managers(JsonValue object) {
    var managers = new ArrayList<String>();
    for (JsonValue each : object.at("/metadata/managedFields")) {
      String version = each.path("apiVersion").asText();
      managers.add(
          each.path("manager").asText() + ":" + version.substring(version.indexOf('/') + 1));
    }
    return managers;
  }

  private JsonValue apply(String manager, String path, String spec) {
    String version = path.equals(V1) ? "v1" : "v2";
    return patch(path + "/a?fieldManager=" + manager, "apply-patch+yaml", intent(version, spec));
  }

  private static String intent(String version, String spec) {
    return """
    {"apiVersion":"example.com/%s","kind":"Link","metadata":{"name":"a"},"spec":%s}
    """
        .formatted(version, spec);
  }

  private JsonValue patch(String path, String type, String body) {
    return JsonTrees.read(server.patch(type, path, body).body());
  }
}
