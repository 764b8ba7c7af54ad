package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid requests are rejected with kube-apiserver's messages and change nothing. */
final class WrongValuesTest {
  private static final OpenServer SERVER = new OpenServer();
  private static final String NAMESPACE = "/api/v1/namespaces/default/";
  private static final String MAPS = NAMESPACE + "configmaps";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private static String map(String name) {
    return "{'metadata':{'name':'%s'},'data':{'a':'1'}}".formatted(name).replace('\'', '"');
  }

  private static JsonValue body(HttpResponse<String> answer) {
    return JsonTrees.read(answer.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"dryRun\":\"All\"} | json: cannot unmarshal string into Go struct field"
            + " DeleteOptions.dryRun of type []string",
        "{\"dryRun\":[1]} | json: cannot unmarshal number into Go struct field"
            + " DeleteOptions.dryRun of type string",
        "{\"preconditions\":[]} | json: cannot unmarshal array into Go struct field"
            + " DeleteOptions.preconditions of type v1.Preconditions",
        "{\"gracePeriodSeconds\":\"x\"} | json: cannot unmarshal string into Go struct field"
            + " DeleteOptions.gracePeriodSeconds of type int64",
        "{\"orphanDependents\":\"x\"} | json: cannot unmarshal string into Go struct field"
            + " DeleteOptions.orphanDependents of type bool",
        "{ | couldn't get version/kind; json parse error: unexpected end of JSON input"
      })
  void deleteOptionsOfWrongTypesDeleteNothing(String options, String message) {
    SERVER.send("POST", MAPS, map("kept"));

    HttpResponse<String> refused = SERVER.answer("DELETE", MAPS + "/kept", options);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(body(refused).path("message").asText()).isEqualTo(message);
    assertThat(SERVER.code("DELETE", MAPS, options)).isEqualTo(400);
    assertThat(SERVER.code("GET", MAPS + "/kept", "")).isEqualTo(200);
  }

  @Test
  void deleteOfNamespaceChecksPreconditions() {
    JsonValue made = SERVER.send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"n\"}}");

    HttpResponse<String> uid =
        SERVER.answer("DELETE", "/api/v1/namespaces/n", "{\"preconditions\":{\"uid\":\"x\"}}");
    HttpResponse<String> version =
        SERVER.answer(
            "DELETE", "/api/v1/namespaces/n", "{\"preconditions\":{\"resourceVersion\":\"1\"}}");

    assertThat(uid.statusCode()).isEqualTo(409);
    assertThat(body(uid).path("message").asText())
        .isEqualTo(
            "Operation cannot be fulfilled on namespaces \"n\": Precondition failed: UID in"
                + " precondition: x, UID in object meta: "
                + made.at("/metadata/uid").asText());
    assertThat(body(uid).at("/details/kind").asText()).isEqualTo("namespaces");
    assertThat(body(version).path("message").asText())
        .isEqualTo(
            "Operation cannot be fulfilled on namespaces \"n\": Precondition failed:"
                + " ResourceVersion in precondition: 1, ResourceVersion in object meta: "
                + made.at("/metadata/resourceVersion").asText());
  }

  @Test
  void rejectsEmptyPropagationPolicy() {
    SERVER.send("POST", MAPS, map("kept"));
    String message =
        "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: \"\":"
            + " supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"";

    assertThat(
            SERVER
                .send("DELETE", MAPS + "/kept", "{\"propagationPolicy\":\"\"}")
                .path("message")
                .asText())
        .isEqualTo(message);
    assertThat(
            SERVER.send("DELETE", MAPS + "/kept?propagationPolicy=", "").path("message").asText())
        .isEqualTo(message);
    assertThat(SERVER.code("GET", MAPS + "/kept", "")).isEqualTo(200);
  }

  @Test
  void nullBodyIsAnEmptyObject() {
    assertThat(SERVER.send("POST", MAPS, "null").path("message").asText())
        .isEqualTo(
            "ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is"
                + " required");
    SERVER.send("POST", MAPS, map("gone"));
    assertThat(SERVER.code("DELETE", MAPS + "/gone", "null")).isEqualTo(200);
  }

  @Test
  void rejectsScaleWithNonNumericReplicas() {
    SERVER.send(
        "POST",
        DEPLOYMENTS,
        """
        {"metadata":{"name":"d"},"spec":{"replicas":3,"selector":{"matchLabels":{"a":"b"}},
         "template":{"metadata":{"labels":{"a":"b"}},
          "spec":{"containers":[{"name":"c","image":"i"}]}}}}
        """);
    String scale = DEPLOYMENTS + "/d/scale";
    String why =
        "json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32";

    HttpResponse<String> patched =
        SERVER.patch("merge-patch+json", scale, "{\"spec\":{\"replicas\":\"x\"}}");
    HttpResponse<String> put =
        SERVER.answer(
            "PUT", scale, "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":\"x\"}}");

    assertThat(patched.statusCode()).isEqualTo(422);
    assertThat(body(patched).path("message").asText()).endsWith("\": " + why);
    assertThat(put.statusCode()).isEqualTo(400);
    assertThat(body(put).path("message").asText())
        .isEqualTo("Scale in version \"v1\" cannot be handled as a Scale: " + why);
    assertThat(SERVER.send("GET", scale, "").at("/spec/replicas").asInt()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "merge-patch+json | {\"kind\":\"Pod\"} | converting (v1.Pod) to (core.ConfigMap): unknown"
            + " conversion",
        "merge-patch+json | {\"apiVersion\":\"v2\"} | no kind \"ConfigMap\" is registered for"
            + " version \"v2\" in scheme \"pkg/runtime/scheme.go:111\"",
        "json-patch+json | [{\"op\":\"replace\",\"path\":\"/kind\",\"value\":\"Foo\"}] | no kind"
            + " \"Foo\" is registered for version \"v1\" in scheme \"pkg/runtime/scheme.go:111\""
      })
  void patchCannotChangeTheKind(String type, String patch, String why) {
    SERVER.send("POST", MAPS, map("kept"));

    HttpResponse<String> refused = SERVER.patch(type, MAPS + "/kept", patch);

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(body(refused).path("message").asText())
        .startsWith(" \"\" is invalid: patch: Invalid value: \"{")
        .endsWith("}\": " + why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "merge-patch+json | {\"apiVersion\":null}",
        "merge-patch+json | {\"apiVersion\":\"\"}",
        "json-patch+json | [{\"op\":\"remove\",\"path\":\"/apiVersion\"}]"
      })
  void patchCannotRemoveApiVersion(String type, String patch) {
    SERVER.send("POST", MAPS, map("kept"));

    HttpResponse<String> refused = SERVER.patch(type, MAPS + "/kept", patch);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(body(refused).path("message").asText())
        .isEqualTo(
            "the name of the object (kept based on URL) was undeterminable: name must be provided");
    assertThat(SERVER.patch("merge-patch+json", MAPS + "/kept", "{\"kind\":null}").statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$patch\":\"foo\"} | 500 | unknown patch type: foo in map: map[$patch:foo]",
        "{\"data\":{\"$patch\":\"merge\",\"b\":\"2\"}} | 500 | unknown patch type: merge in map:"
            + " map[$patch:merge b:2]",
        "{\"data\":{\"$retainKeys\":7}} | 400 | invalid patch format of retainKeys",
        "null | 200 | "
      })
  void rejectsUnknownStrategicPatchDirectives(String patch, int code, @Nullable String message) {
    SERVER.send("POST", MAPS, map("kept"));

    HttpResponse<String> answer = SERVER.patch("strategic-merge-patch+json", MAPS + "/kept", patch);

    assertThat(answer.statusCode()).isEqualTo(code);
    JsonValue said = body(answer).path("message");
    assertThat(said.isMissing() ? null : said.asText()).isEqualTo(message);
  }

  @Test
  void rejectsInvalidStrategicPatchOfAList() {
    SERVER.send(
        "POST",
        DEPLOYMENTS,
        """
        {"metadata":{"name":"l"},"spec":{"selector":{"matchLabels":{"a":"b"}},
         "template":{"metadata":{"labels":{"a":"b"}},
          "spec":{"containers":[{"name":"a","image":"i"}]}}}}
        """);

    assertThat(patchedContainer("\"name\":\"a\",\"$patch\":\"foo\""))
        .isEqualTo("unknown patch type: foo in map: map[$patch:foo name:a]");
    assertThat(patchedContainer("\"$patch\":\"merge\""))
        .isEqualTo("merging lists cannot yet be specified in the patch");
    assertThat(patchedContainer("\"image\":\"x\""))
        .isEqualTo("map: map[image:x] does not contain declared merge key: name");
  }

  private static String patchedContainer(String members) {
    HttpResponse<String> refused =
        SERVER.patch(
            "strategic-merge-patch+json",
            DEPLOYMENTS + "/l",
            "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{" + members + "}]}}}}");
    assertThat(refused.statusCode()).isEqualTo(500);
    return body(refused).path("message").asText();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"kind\":\"Secret\"}", "{\"apiVersion\":\"apps/v1\"}"})
  void strategicPatchIgnoresKindAndApiVersion(String patch) {
    SERVER.send("POST", MAPS, map("kept"));

    HttpResponse<String> answer = SERVER.patch("strategic-merge-patch+json", MAPS + "/kept", patch);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(body(answer).path("kind").asText()).isEqualTo("ConfigMap");
    assertThat(body(answer).path("apiVersion").asText()).isEqualTo("v1");
  }

  @Test
  void rejectsScalePatchWithOtherUidOrKind() {
    JsonValue made =
        SERVER.send(
            "POST",
            DEPLOYMENTS,
            """
            {"metadata":{"name":"u"},"spec":{"selector":{"matchLabels":{"a":"b"}},
             "template":{"metadata":{"labels":{"a":"b"}},
              "spec":{"containers":[{"name":"c","image":"i"}]}}}}
            """);
    String scale = DEPLOYMENTS + "/u/scale";

    HttpResponse<String> other =
        SERVER.patch("merge-patch+json", scale, "{\"metadata\":{\"uid\":\"x\"}}");
    HttpResponse<String> kind = SERVER.patch("merge-patch+json", scale, "{\"kind\":\"Foo\"}");

    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(body(other).path("message").asText())
        .isEqualTo(
            "Operation cannot be fulfilled on deployments/scale.apps \"u\": Precondition failed:"
                + " UID in precondition: x, UID in object meta: "
                + made.at("/metadata/uid").asText());
    assertThat(body(other).at("/details/kind").asText()).isEqualTo("deployments/scale");
    assertThat(kind.statusCode()).isEqualTo(422);
    assertThat(body(kind).path("message").asText())
        .endsWith(
            "\": no kind \"Foo\" is registered for version \"autoscaling/v1\" in scheme"
                + " \"pkg/runtime/scheme.go:111\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"op", "path", "from"})
  void rejectsJsonPatchOperationOfWrongType(String member) {
    SERVER.send("POST", MAPS, map("kept"));

    HttpResponse<String> refused =
        SERVER.patch("json-patch+json", MAPS + "/kept", "[{\"" + member + "\":1}]");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(body(refused).path("message").asText())
        .isEqualTo(
            "error decoding patch: json: cannot unmarshal number into Go struct field"
                + " jsonPatchOp."
                + member
                + " of type string");
  }

  @Test
  void nullJsonPatchChangesNothingButNullOperationIsInvalid() {
    SERVER.send("POST", MAPS, map("kept"));

    assertThat(SERVER.patch("json-patch+json", MAPS + "/kept", "null").statusCode()).isEqualTo(200);
    assertThat(SERVER.patch("json-patch+json", MAPS + "/kept", "[null]").statusCode())
        .isEqualTo(422);
  }

  @Test
  void rejectsInvalidBindings() {
    SERVER.send(
        "POST",
        NAMESPACE + "pods",
        """
        {"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i"}]}}
        """);
    String binding = NAMESPACE + "pods/p/binding";

    assertRefused(
        binding,
        "{\"metadata\":{\"name\":\"q\"},\"target\":{\"name\":\"n\"}}",
        400,
        "name in URL does not match name in Binding object");
    assertRefused(binding, "{\"metadata\":{\"name\":\"p\"}}", 500, "target.name: Required value");
    assertRefused(
        binding,
        "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Pod\",\"name\":\"n\"}}",
        500,
        "target.kind: Unsupported value: \"Pod\": supported values: \"Node\", \"<empty>\"");
    assertRefused(
        binding,
        "{\"metadata\":{\"name\":\"p\"},\"target\":{\"name\":5}}",
        400,
        "Binding in version \"v1\" cannot be handled as a Binding: json: cannot unmarshal number"
            + " into Go struct field ObjectReference.target.name of type string");
    assertRefused(
        binding,
        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}",
        400,
        "Pod in version \"v1\" cannot be handled as a Binding: converting (v1.Pod) to"
            + " (core.Binding): unknown conversion");
    assertRefused(
        NAMESPACE + "pods/none/binding",
        "{\"metadata\":{\"name\":\"none\",\"uid\":\"x\"},\"target\":{\"name\":\"n\"}}",
        404,
        "pods \"none\" not found");
    JsonValue pod = SERVER.send("GET", NAMESPACE + "pods/p", "");
    String version = pod.at("/metadata/resourceVersion").asText();
    assertRefused(
        binding,
        "{\"metadata\":{\"name\":\"p\",\"uid\":\"x\"},\"target\":{\"name\":\"n\"}}",
        409,
        "Operation cannot be fulfilled on pods \"p\": StorageError: invalid object, Code: 4, Key:"
            + " /registry/pods/default/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition"
            + " failed: UID in precondition: x, UID in object meta: "
            + pod.at("/metadata/uid").asText());
    assertRefused(
        binding,
        "{\"metadata\":{\"name\":\"p\",\"resourceVersion\":\"1\"},\"target\":{\"name\":\"n\"}}",
        409,
        "Operation cannot be fulfilled on pods \"p\": StorageError: invalid object, Code: 4, Key:"
            + " /registry/pods/default/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition"
            + " failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: "
            + version);
    assertThat(
            SERVER.code(
                "POST",
                binding,
                "{\"metadata\":{\"name\":\"p\",\"resourceVersion\":\"%s\"},\"target\":{\"name\":\"n\"}}"
                    .formatted(version)))
        .isEqualTo(201);
  }

  @Test
  void rejectsInvalidEvictions() {
    SERVER.send(
        "POST",
        NAMESPACE + "pods",
        """
        {"metadata":{"name":"e"},"spec":{"containers":[{"name":"c","image":"i"}]}}
        """);

    assertRefused(
        NAMESPACE + "pods/e/eviction",
        "{\"metadata\":{\"name\":\"e\",\"namespace\":\"other\"}}",
        400,
        "the namespace of the provided object does not match the namespace sent on the request");
    assertRefused(
        NAMESPACE + "pods/e/eviction",
        "{\"metadata\":{\"name\":\"e\"},\"deleteOptions\":{\"dryRun\":\"All\"}}",
        400,
        "Eviction in version \"v1\" cannot be handled as a Eviction: json: cannot unmarshal string"
            + " into Go struct field DeleteOptions.deleteOptions.dryRun of type []string");
    assertThat(SERVER.code("GET", NAMESPACE + "pods/e", "")).isEqualTo(200);
  }

  private static void assertRefused(String path, String sent, int code, String message) {
    HttpResponse<String> refused = SERVER.answer("POST", path, sent);
    assertThat(body(refused).path("message").asText()).isEqualTo(message);
    assertThat(refused.statusCode()).isEqualTo(code);
  }
}
