package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * An edit changes only the fields that the user changed, and keeps fields that the user's class
 * does not have.
 */
final class ObjectEditTest {
  private static final String DEPLOYMENT =
      """
      {"kind":"Deployment","apiVersion":"apps/v1",
       "metadata":{"name":"web","namespace":"default","resourceVersion":"7","brandNew":true,
        "labels":{"app":"web"}},
       "spec":{"replicas":1,"fromTheFuture":{"a":1},
        "containers":[
         {"name":"a","image":"a:1","newField":[1]},
         {"name":"b","image":"b:1","newField":[2]}],
        "items":["x","y"]}}
      """;

  @Test
  void pain22_keepsFieldsThatTheClassLacks() {
    assertThat(patch(deployment -> deployment.replicas(3)))
        .contains("{\"spec\":{\"replicas\":3},\"metadata\":{\"resourceVersion\":\"7\"}}");
  }

  @Test
  void keepsFieldsOfListElementsThatTheClassLacks() {
    Optional<String> patch =
        patch(
            deployment ->
                deployment.containers(
                    List.of(
                        new Container("c", "c:1"),
                        new Container("b", "b:2"),
                        new Container("a", "a:1"))));

    assertThat(patch.orElseThrow())
        .contains(
            "[{\"name\":\"c\",\"image\":\"c:1\"},"
                + "{\"name\":\"b\",\"image\":\"b:2\",\"newField\":[2]},"
                + "{\"name\":\"a\",\"image\":\"a:1\",\"newField\":[1]}]");
  }

  @Test
  void removesFieldsAndElements() {
    assertThat(patch(deployment -> deployment.labels(null)).orElseThrow())
        .contains("\"labels\":null");
    assertThat(patch(deployment -> deployment.containers(List.of())).orElseThrow())
        .contains("\"containers\":[]");
  }

  @Test
  void matchesElementsWithoutAKeyByContent() {
    assertThat(patch(deployment -> deployment.items(List.of("y", "z"))).orElseThrow())
        .contains("\"items\":[\"y\",\"z\"]");
  }

  @Test
  void unchangedObjectNeedsNoPatch() {
    assertThat(patch(UnaryOperator.identity())).isEmpty();
    assertThat(patch(deployment -> deployment.replicas(1))).isEmpty();
  }

  private static Optional<String> patch(UnaryOperator<Deployment> change) {
    return ObjectEdit.of(Resource.parse(DEPLOYMENT), JacksonCodec.of(Deployment.class), change)
        .map(patch -> new String(patch.bytes(), UTF_8));
  }

  record Container(String name, String image) {}

  record Metadata(String name, String namespace, @Nullable Map<String, String> labels) {}

  /** Writes a list even if the server's object lacks it. */
  record Spec(int replicas, List<Container> containers, List<String> items, List<String> madeUp) {
    Spec {
      madeUp = madeUp == null ? new ArrayList<>() : madeUp;
    }
  }

  record Deployment(String kind, String apiVersion, Metadata metadata, Spec spec) {
    Deployment replicas(int count) {
      return spec(new Spec(count, spec.containers, spec.items, spec.madeUp));
    }

    Deployment containers(List<Container> containers) {
      return spec(new Spec(spec.replicas, containers, spec.items, spec.madeUp));
    }

    Deployment items(List<String> items) {
      return spec(new Spec(spec.replicas, spec.containers, items, spec.madeUp));
    }

    Deployment spec(Spec newSpec) {
      return new Deployment(kind, apiVersion, metadata, newSpec);
    }

    Deployment labels(@Nullable Map<String, String> labels) {
      return new Deployment(
          kind, apiVersion, new Metadata(metadata.name, metadata.namespace, labels), spec);
    }
  }
}
