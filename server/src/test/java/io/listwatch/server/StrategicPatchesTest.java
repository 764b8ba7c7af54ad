package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid strategic merge patches are rejected with kube-apiserver's messages. */
final class StrategicPatchesTest {
  private static final OpenServer SERVER = new OpenServer();
  private static final String STRATEGIC = "strategic-merge-patch+json";

  @BeforeAll
  static void create() {
    create(
        "deployments",
        """
        {"metadata":{"name":"x","finalizers":["a/b","c/d"],"labels":{"l":"m"}},
         "spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},
          "template":{"metadata":{"labels":{"a":"b"}},"spec":{
           "containers":[
            {"name":"a","image":"x","env":[{"name":"E","value":"1"}],"args":["p","q"]},
            {"name":"b","image":"y"}],
           "volumes":[{"name":"v","emptyDir":{}}]}}}}
        """);
    create(
        "configmaps",
        "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"a/b\",\"c/d\"]},\"data\":{\"k\":\"v\"}}");
    create(
        "services",
        """
        {"metadata":{"name":"x"},"spec":{"clusterIP":"None",
         "ports":[{"name":"a","port":80},{"name":"b","port":81}]}}
        """);
  }

  private static void create(String plural, String object) {
    assertThat(SERVER.code("POST", path(plural), object)).isEqualTo(201);
  }

  private static String path(String plural) {
    String group = plural.equals("deployments") ? "/apis/apps/v1" : "/api/v1";
    return group + "/namespaces/default/" + plural;
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  static Stream<String[]> rejectsInvalidPatches() {
    try (InputStream in = StrategicPatchesTest.class.getResourceAsStream("strategic-patches.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> line.split("\t", -1))
              .toList()
              .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource
  void rejectsInvalidPatches(String plural, String patch, int code, String message) {
    HttpResponse<String> answer = patched(plural, patch);

    assertThat(JsonTrees.read(answer.body()).path("message").asText())
        .isEqualTo(JsonTrees.read(message).asText());
    assertThat(answer.statusCode()).isEqualTo(code);
  }

  private static HttpResponse<String> patched(String plural, String patch) {
    return SERVER.patch(STRATEGIC, path(plural) + "/x?dryRun=All", patch);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$deleteFromPrimitiveList/finalizers\":\"c/d\"} | [\"a/b\",\"c/d\"]",
        "{\"$deleteFromPrimitiveList/finalizers\":null} |",
        "{\"$deleteFromPrimitiveList/finalizers\":[\"c/d\",\"e/f\"]} | [\"a/b\"]",
        "{\"$deleteFromPrimitiveList/name\":[\"c/d\"]} | [\"a/b\",\"c/d\"]",
        "{\"$setElementOrder/finalizers\":[\"c/d\",\"a/b\"]} | [\"c/d\",\"a/b\"]",
        "{\"$setElementOrder/finalizers\":[1,\"a/b\"]} | [\"a/b\",\"c/d\"]",
        "{\"$setElementOrder/ownerReferences\":[\"x\"]} | [\"a/b\",\"c/d\"]",
        "{\"$setElementOrder/finalizers\":[\"c/d\",\"e/f\"],\"finalizers\":[\"e/f\"]}"
            + " | [\"a/b\",\"c/d\",\"e/f\"]"
      })
  void directivesMergeListsOfPrimitives(String metadata, @Nullable String finalizers) {
    JsonValue patched =
        JsonTrees.read(patched("configmaps", "{\"metadata\":" + metadata + "}").body());

    assertThat(patched.at("/metadata/finalizers").toString())
        .isEqualTo(finalizers == null ? "" : finalizers);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"$setElementOrder/args\":[\"q\",\"p\"]} | [\"q\",\"p\"]",
        "{\"$setElementOrder/args\":[\"q\",\"p\"],\"args\":[\"p\"]} | [\"p\"]",
        "{\"$deleteFromPrimitiveList/args\":[\"p\"]} | [\"q\"]",
        "{\"args\":[null]} | [\"\"]"
      })
  void directivesApplyToAtomicLists(String container, String args) {
    String patch =
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"a\",%s]}}}}"
            .formatted(container.substring(1));

    JsonValue patched = JsonTrees.read(patched("deployments", patch).body());

    assertThat(patched.at("/spec/template/spec/containers/0/args").toString()).isEqualTo(args);
  }
}
