package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.ServerFixture.soon;
import static io.listwatch.storage.Stages.done;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.storage.Key;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class NamespaceLifecycleTest {
  private final ServerFixture fixture =
      new ServerFixture(ControllerSettings.ALL, new ShortDelays(Timers.system()));

  @BeforeEach
  void makeNamespace() {
    fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"a\"}}");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void deletesNamespaceWithItsContent() {
    fixture.create("configmaps", "a", "{\"metadata\":{\"name\":\"x\"}}");
    fixture.create("secrets", "a", "{\"metadata\":{\"name\":\"x\"}}");
    fixture.create("configmaps", "default", "{\"metadata\":{\"name\":\"x\"}}");

    fixture.delete("namespaces", null, "a");

    soon().until(() -> !fixture.exists("namespaces", null, "a"));
    assertThat(fixture.exists("configmaps", "a", "x")).isFalse();
    assertThat(fixture.exists("secrets", "a", "x")).isFalse();
    assertThat(fixture.exists("configmaps", "default", "x")).isTrue();
  }

  @Test
  void finalizerOfContentBlocksNamespaceAndShowsInConditions() {
    fixture.create(
        "configmaps", "a", "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"example.com/hold\"]}}");

    fixture.delete("namespaces", null, "a");

    // The first attempt may find default objects that were created just before the deletion.
    soon().untilAsserted(this::assertHeld);
    assertThat(fixture.get("namespaces", null, "a").at("/status/phase").asText())
        .isEqualTo("Terminating");
  }

  private void assertHeld() {
    assertThat(condition("NamespaceContentRemaining").path("message").asText())
        .isEqualTo("Some resources are remaining: configmaps. has 1 resource instances");
    assertThat(condition("NamespaceFinalizersRemaining").path("message").asText())
        .isEqualTo(
            "Some content in the namespace has finalizers remaining: example.com/hold in 1 resource"
                + " instances");
    assertThat(condition("NamespaceDeletionContentFailure").path("reason").asText())
        .isEqualTo("ContentDeleted");
  }

  @Test
  void unreadableObjectBlocksNamespaceUntilItIsDeleted() {
    fixture.create("configmaps", "a", "{\"metadata\":{\"name\":\"x\"}}");
    Key key = Key.of("core/configmaps/a/x");
    assertThat(fixture.storage.get(key)).isPresent();
    done(fixture.storage.put(key, "{".getBytes(UTF_8)));

    fixture.delete("namespaces", null, "a");

    soon()
        .untilAsserted(
            () ->
                assertThat(condition("NamespaceDeletionContentFailure").path("message").asText())
                    .contains("1 of configmaps in namespace a cannot be read"));
    assertThat(fixture.storage.get(key)).isPresent();

    fixture.delete("configmaps", "a", "x");

    soon().until(() -> !fixture.exists("namespaces", null, "a"));
  }

  @Test
  void namespaceIsDeletedOnceLastFinalizerIsRemoved() {
    fixture.create(
        "configmaps", "a", "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"example.com/hold\"]}}");
    fixture.delete("namespaces", null, "a");
    soon()
        .until(() -> condition("NamespaceContentRemaining").path("status").asText().equals("True"));

    fixture.patch("configmaps", "a", "x", "{\"metadata\":{\"finalizers\":[]}}");

    // Only the change causes a retry: the timers drop the retry after eight seconds.
    soon().until(() -> !fixture.exists("namespaces", null, "a"));
  }

  @Test
  void rejectsCreateInTerminatingNamespace() {
    fixture.create(
        "configmaps", "a", "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"example.com/hold\"]}}");
    fixture.delete("namespaces", null, "a");
    soon()
        .until(() -> condition("NamespaceContentRemaining").path("status").asText().equals("True"));

    assertThatThrownBy(() -> fixture.create("configmaps", "a", "{\"metadata\":{\"name\":\"y\"}}"))
        .hasCauseInstanceOf(ApiException.class)
        .hasMessageContaining("because it is being terminated");
  }

  /** A create that checked its namespace before it was deleted, and is stored later. */
  @Test
  void deletesObjectStoredInNamespaceThatIsGone() {
    fixture.delete("namespaces", null, "a");
    soon().until(() -> !fixture.exists("namespaces", null, "a"));

    store("a", "late");

    soon().until(() -> !fixture.exists("configmaps", "a", "late"));
  }

  @Test
  void keepsObjectsOfNamespaceThatExistsAgain() {
    fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"b\"}}");
    for (String namespace : List.of("a", "b")) {
      fixture.delete("namespaces", null, namespace);
      soon().until(() -> !fixture.exists("namespaces", null, namespace));
    }
    fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"a\"}}");

    store("a", "kept");
    store("b", "late");

    soon().until(() -> !fixture.exists("configmaps", "b", "late"));
    assertThat(fixture.exists("configmaps", "a", "kept")).isTrue();
  }

  /** Stores a config map without the checks of a request. */
  private void store(String namespace, String name) {
    String json =
        """
        {"apiVersion":"v1","kind":"ConfigMap",\
        "metadata":{"namespace":"%s","name":"%s","uid":"%s","creationTimestamp":"2026-01-01T00:00:00Z"}}\
        """
            .formatted(namespace, name, name);
    done(
        fixture.storage.put(
            Key.of("core/configmaps/" + namespace + "/" + name), json.getBytes(UTF_8)));
  }

  @Test
  void deletesPodsBeforeOtherContent() {
    fixture.create(
        "pods",
        "a",
        """
        {"metadata":{"name":"p"},
         "spec":{"nodeName":"n","terminationGracePeriodSeconds":30,
                 "containers":[{"name":"c","image":"i"}]}}\
        """);
    fixture.create("configmaps", "a", "{\"metadata\":{\"name\":\"x\"}}");

    fixture.delete("namespaces", null, "a");

    soon()
        .until(() -> condition("NamespaceContentRemaining").path("status").asText().equals("True"));
    assertThat(condition("NamespaceContentRemaining").path("message").asText())
        .isEqualTo("Some resources are remaining: pods. has 1 resource instances");
    assertThat(fixture.get("pods", "a", "p").at("/metadata/deletionGracePeriodSeconds").asInt())
        .isEqualTo(30);
    assertThat(fixture.exists("configmaps", "a", "x")).isTrue();
  }

  private JsonValue condition(String type) {
    return Conditions.find(fixture.get("namespaces", null, "a"), type);
  }

  /** Timers that drop every task with a delay of five seconds or more. */
  private record ShortDelays(Timers timers) implements Timers {
    private static final Duration TOO_LONG = Duration.ofSeconds(5);

    @Override
    public long nanoTime() {
      return timers.nanoTime();
    }

    @Override
    public Instant now() {
      return timers.now();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return delay.compareTo(TOO_LONG) < 0 ? timers.schedule(delay, task) : () -> {};
    }
  }
}
