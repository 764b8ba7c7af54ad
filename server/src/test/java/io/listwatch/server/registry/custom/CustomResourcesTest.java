package io.listwatch.server.registry.custom;

import static io.listwatch.objects.custom.CustomDefinitionFixture.definition;
import static io.listwatch.objects.custom.CustomDefinitionFixture.parse;
import static io.listwatch.objects.custom.CustomDefinitionFixture.stored;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.custom.CustomStatus;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.webhook.ResponseBudget;
import io.listwatch.server.webhook.ServiceResolver;
import io.listwatch.server.webhook.WebhookConnections;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CustomResourcesTest {
  private final ResourceRegistry registry = new ResourceRegistry(List.of());
  private final List<ResourceDefinition> ended = new CopyOnWriteArrayList<>();
  private final FakeCollection source = new FakeCollection();
  private final ManualTimers timers = new ManualTimers();
  private final AtomicLong version = new AtomicLong(100);
  private final AtomicInteger failures = new AtomicInteger();
  private final Map<String, JsonObject> objects = new ConcurrentHashMap<>();
  private final WebhookConnections webhooks =
      new WebhookConnections(ResponseBudget.ofHeap(), ServiceResolver.NONE, timers);
  private final CustomResources resources =
      new CustomResources(
          registry, source, this::write, Runnable::run, webhooks, Metrics.none(), timers);

  @BeforeEach
  void start() {
    registry.addListener(ended::addAll);
    resources.start();
    await().until(source::readerWaits);
  }

  @AfterEach
  void stop() {
    resources.close();
    webhooks.close();
  }

  @Test
  void crdIsAcceptedAndServed() {
    create(definition("widgets", "Widget"));

    assertThat(find("widgets")).isPresent();
    assertThat(status("widgets").at("/acceptedNames/kind").asText()).isEqualTo("Widget");
  }

  @Test
  void deletedCrdIsNoLongerServed() {
    create(definition("widgets", "Widget"));

    delete("widgets");

    assertThat(find("widgets")).isEmpty();
    assertThat(ended).extracting(each -> each.type().kind()).containsExactly("Widget");
  }

  @Test
  void conflictingCrdIsServedOnceTheFirstIsDeleted() {
    create(definition("widgets", "Widget"));
    JsonObject gadgets = definition("gadgets", "Widget");
    gadgets.withObject("spec", "names").put("singular", "gadget");
    create(gadgets);
    assertThat(find("gadgets")).isEmpty();
    assertThat(status("gadgets").at("/conditions/0/reason").asText()).isEqualTo("ListKindConflict");

    delete("widgets");

    assertThat(find("gadgets")).isPresent();
  }

  @Test
  void changedConditionsDoNotEndResource() {
    create(definition("widgets", "Widget"));

    change("widgets", object -> CustomStatus.terminate(object, Instant.EPOCH));

    assertThat(ended).isEmpty();
    assertThat(find("widgets").orElseThrow().allows(Verb.CREATE)).isFalse();
    assertThat(find("widgets").orElseThrow().allows(Verb.DELETE)).isTrue();
  }

  @Test
  void changedSpecEndsPreviousDefinition() {
    create(definition("widgets", "Widget"));

    change(
        "widgets",
        object ->
            ((JsonObject) object.at("/spec/versions/0"))
                .set("schema", parse("{\"openAPIV3Schema\": {\"type\": \"object\", \"x\": 1}}")));

    assertThat(ended).extracting(each -> each.type().kind()).containsExactly("Widget");
    assertThat(find("widgets")).isPresent();
  }

  @Test
  void retriesFailedStatusWriteAfterOneSecond() {
    failures.set(1);
    create(definition("widgets", "Widget"));
    assertThat(find("widgets")).isEmpty();

    timers.advance(Duration.ofSeconds(1));

    await().untilAsserted(() -> assertThat(find("widgets")).isPresent());
  }

  @Test
  void scalePathsAreKnownWhileCrdExists() {
    JsonObject widgets = definition("widgets", "Widget");
    ((JsonObject) widgets.at("/spec/versions/0"))
        .withObject("subresources", "scale")
        .put("specReplicasPath", ".spec.replicas")
        .put("statusReplicasPath", ".status.replicas");
    create(widgets);

    ResourceType type = find("widgets").orElseThrow().type();
    assertThat(resources.scale(type))
        .contains(new ScalePaths(".spec.replicas", ".status.replicas", ""));

    delete("widgets");

    assertThat(resources.scale(type)).isEmpty();
  }

  private void create(JsonObject object) {
    objects.put(object.at("/metadata/name").asText(), object);
    send(new WatchEvent.Added(stored(object, version.incrementAndGet())));
  }

  private void change(String plural, Consumer<JsonObject> change) {
    JsonObject object = object(plural + ".example.com").deepCopy();
    change.accept(object);
    objects.put(plural + ".example.com", object);
    send(new WatchEvent.Modified(stored(object, version.incrementAndGet())));
  }

  private void delete(String plural) {
    JsonObject object = object(plural + ".example.com");
    objects.remove(plural + ".example.com");
    send(new WatchEvent.Deleted(stored(object, version.incrementAndGet())));
  }

  /** Sends an event and waits until it has been handled. */
  private void send(WatchEvent event) {
    source.send(event);
    await().until(source::readerWaits);
  }

  /** Writes the status like the server: the change appears in the watch of CRDs. */
  private CompletionStage<?> write(Resource definition, JsonObject status) {
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return CompletableFuture.failedFuture(new IllegalStateException("busy"));
    }
    JsonObject object = object(definition.key().name()).deepCopy();
    object.set("status", status);
    objects.put(definition.key().name(), object);
    source.send(new WatchEvent.Modified(stored(object, version.incrementAndGet())));
    return CompletableFuture.completedFuture(null);
  }

  private JsonObject object(String name) {
    return Objects.requireNonNull(objects.get(name), name);
  }

  private JsonObject status(String plural) {
    return (JsonObject) object(plural + ".example.com").path("status");
  }

  private Optional<ResourceDefinition> find(String plural) {
    return registry.find("example.com", "v1", plural);
  }
}
