package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.ApiClient;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.operator.Dependent;
import io.listwatch.client.operator.Finalizer;
import io.listwatch.client.operator.Owner;
import io.listwatch.client.operator.StatusWriter;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.Verb;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Finalizers, owned objects and status conditions, against a server. */
@ListwatchTest
@Timeout(120)
final class OperatorToolsTest {
  private static final ResourceType MAPS = Listwatch.CONFIG_MAPS;
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final JsonPath TEXT = JsonPath.of("data.text");

  private final TestServer server;
  private final ApiClient client;
  private final String namespace;
  private final ResourceKey ownerKey;
  private final ResourceKey ownedKey;
  private final InformerFactory informers;
  private final Informer<Resource> maps;
  private final ResourceClient<Resource> mapClient;

  OperatorToolsTest(TestServer server) throws InterruptedException {
    this.server = server;
    client = Listwatch.client(server);
    namespace = Listwatch.namespace(client);
    ownerKey = ResourceKey.of(namespace, "owner");
    ownedKey = ResourceKey.of(namespace, "owned");
    informers = client.informers(builder -> builder.inNamespace(namespace));
    maps = informers.informer(MAPS);
    informers.start();
    maps.awaitSync(Duration.ofSeconds(60));
    mapClient = client.resources(MAPS).inNamespace(namespace);
  }

  @AfterEach
  void stop() {
    client.close();
  }

  @Test
  void finalizerHoldsTheObjectUntilTheCleanupHasRunOnce() throws Exception {
    var finalizer = Finalizer.of("example.com/test", mapClient, maps);
    var cleanups = new AtomicInteger();
    mapClient.create(Listwatch.configMap("owner", "1"));
    View<Resource> live = awaited(ownerKey, Optional::isPresent).orElseThrow();

    finalizer.add(live);
    assertThat(maps.get(ownerKey))
        .hasValueSatisfying(each -> assertThat(finalizer.isOn(each)).isTrue());
    assertThat(finalizer.cleanUp(live, () -> fail())).isEqualTo(Reconciliation.done());

    mapClient.delete(ownerKey);
    View<Resource> dying =
        awaited(ownerKey, each -> each.map(View::terminating).orElse(false)).orElseThrow();
    var later = Reconciliation.again(Duration.ofSeconds(1));
    assertThat(finalizer.cleanUp(dying, () -> later)).isEqualTo(later);
    assertThat(mapClient.get(ownerKey)).isPresent();
    for (int i = 0; i < 3; i++) {
      // Passes the same state again, like an informer that has not seen the removal.
      assertThat(
              finalizer.cleanUp(
                  dying,
                  () -> {
                    cleanups.incrementAndGet();
                    return Reconciliation.done();
                  }))
          .isEqualTo(Reconciliation.done());
    }

    assertThat(cleanups).hasValue(1);
    assertThat(mapClient.get(ownerKey)).isEmpty();
  }

  private static Reconciliation fail() {
    throw new AssertionError("a cleanup of an object that lives");
  }

  @Test
  void cleanupIsNotRepeatedIfOnlyTheRemovalFails() throws Exception {
    var finalizer = Finalizer.of("example.com/test", mapClient.once(), maps);
    var cleanups = new AtomicInteger();
    mapClient.create(Listwatch.configMap("owner", "1"));
    finalizer.add(awaited(ownerKey, Optional::isPresent).orElseThrow());
    mapClient.delete(ownerKey);
    View<Resource> dying =
        awaited(ownerKey, each -> each.map(View::terminating).orElse(false)).orElseThrow();
    Finalizer.Cleanup counting =
        () -> {
          cleanups.incrementAndGet();
          return Reconciliation.done();
        };

    server.faults().next(Verb.PATCH, "configmaps").inNamespace(namespace).answer(500);
    assertThatThrownBy(() -> finalizer.cleanUp(dying, counting)).isInstanceOf(ApiException.class);
    assertThat(finalizer.cleanUp(dying, counting)).isEqualTo(Reconciliation.done());

    assertThat(cleanups).hasValue(1);
    assertThat(mapClient.get(ownerKey)).isEmpty();
  }

  @Test
  void finalizerNeedsADomain() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Finalizer.of("cleanup", mapClient, maps))
        .withMessage("name: 'cleanup' (expected: such as example.com/cleanup)");
  }

  @Test
  void finalizerIsNotAddedToARecreatedObject() throws Exception {
    var finalizer = Finalizer.of("example.com/test", mapClient, maps);
    mapClient.create(Listwatch.configMap("owner", "1"));
    View<Resource> first = awaited(ownerKey, Optional::isPresent).orElseThrow();
    mapClient.delete(ownerKey);
    mapClient.create(Listwatch.configMap("owner", "2"));

    finalizer.add(first);

    assertThat(mapClient.get(ownerKey).orElseThrow().finalizers()).isEmpty();
  }

  @Test
  void appliesDependentOnlyIfItOrItsWantedStateHasChanged() throws Exception {
    Owner owner = owner();
    Dependent<Resource> dependents = dependents();

    assertThat(dependents.apply(owner, wanted("1"))).isTrue();
    String version = mapClient.get(ownedKey).orElseThrow().version().toString();
    long writes = writes();
    for (int i = 0; i < 3; i++) {
      assertThat(dependents.apply(owner, wanted("1"))).isFalse();
    }
    assertThat(writes()).isEqualTo(writes);
    assertThat(mapClient.get(ownedKey).orElseThrow().version()).hasToString(version);

    assertThat(dependents.apply(owner, wanted("2"))).isTrue();
    mapClient.patch("owned", Patch.merge("{\"data\":{\"text\":\"drift\"}}"));
    awaited(ownedKey, each -> each.flatMap(view -> view.text(TEXT)).equals(Optional.of("drift")));
    assertThat(dependents.apply(owner, wanted("2"))).isTrue();
    assertThat(mapClient.get(ownedKey).orElseThrow().text(TEXT)).hasValue("2");

    mapClient.delete(ownedKey);
    awaited(ownedKey, Optional::isEmpty);
    assertThat(dependents.apply(owner, wanted("2"))).isTrue();
    assertThat(mapClient.get(ownedKey)).isPresent();
  }

  @Test
  void keepsFieldsOfOtherManagersAtTheCostOfOneApply() throws Exception {
    Owner owner = owner();
    Dependent<Resource> dependents = dependents();
    dependents.apply(owner, wanted("1"));
    mapClient.patch("owned", Patch.merge("{\"metadata\":{\"labels\":{\"theirs\":\"yes\"}}}"));
    awaited(
        ownedKey, each -> each.map(view -> !view.resource().labelMap().isEmpty()).orElse(false));
    long writes = writes();

    assertThat(dependents.apply(owner, wanted("1"))).isFalse();
    assertThat(dependents.apply(owner, wanted("1"))).isFalse();

    assertThat(writes()).isEqualTo(writes + 1);
    assertThat(mapClient.get(ownedKey).orElseThrow().labelMap()).containsEntry("theirs", "yes");
  }

  @Test
  void restartedProgramAppliesOnceAndChangesNothing() throws Exception {
    Owner owner = owner();
    dependents().apply(owner, wanted("1"));
    Dependent<Resource> next = dependents();
    long writes = writes();

    assertThat(next.apply(owner, wanted("1"))).isFalse();
    assertThat(next.apply(owner, wanted("1"))).isFalse();

    assertThat(writes()).isEqualTo(writes + 1);
  }

  @Test
  void dependentsAreDeletedWithTheirOwnerAndMappedToIt() throws Exception {
    Owner owner = owner();
    dependents().apply(owner, wanted("1"));
    View<Resource> owned = maps.get(ownedKey).orElseThrow();

    assertThat(Owner.<Resource>keys(MAPS).apply(owned)).containsExactly(ownerKey);
    assertThat(Owner.<Resource>keys(PODS).apply(owned)).isEmpty();
    assertThat(owner.owns(owned)).isTrue();

    mapClient.delete(ownerKey);
    awaited(ownedKey, Optional::isEmpty);
  }

  @Test
  void unwantedDependentIsDeletedOnlyIfItBelongsToTheOwner() throws Exception {
    Owner owner = owner();
    Dependent<Resource> dependents = dependents();
    mapClient.create(Listwatch.configMap("foreign", "1"));
    ResourceKey foreign = ResourceKey.of(namespace, "foreign");
    awaited(foreign, Optional::isPresent);
    dependents.apply(owner, wanted("1"));

    assertThat(dependents.delete(owner, foreign)).isFalse();
    assertThat(dependents.delete(owner, ownedKey)).isTrue();

    assertThat(mapClient.get(foreign)).isPresent();
    assertThat(mapClient.get(ownedKey)).isEmpty();
  }

  @Test
  void statusIsWrittenOnlyWhenItChanges() throws Exception {
    var timers = new ManualTimers();
    Informer<Resource> pods = informers.informer(PODS).start();
    var podClient = client.resources(PODS).inNamespace(namespace);
    podClient.create(
        Resource.parse(
            """
            {"metadata":{"name":"owner"},"spec":{"containers":[{"name":"c","image":"i"}]}}
            """));
    View<Resource> pod =
        pods.await(ownerKey, Optional::isPresent, Duration.ofSeconds(60)).orElseThrow();
    var statuses = StatusWriter.of(podClient, pods, timers);

    assertThat(ready(statuses, pod, true)).isTrue();
    View<Resource> ready = pods.get(ownerKey).orElseThrow();
    String since = since(ready);
    timers.advance(Duration.ofMinutes(1));
    assertThat(ready(statuses, ready, true)).isFalse();
    assertThat(statuses.write(ready, status -> {})).isFalse();
    assertThat(statuses.write(ready, status -> status.condition("Example", true, "Other", "words")))
        .isTrue();
    assertThat(since(pods.get(ownerKey).orElseThrow())).isEqualTo(since);
    assertThat(ready(statuses, pods.get(ownerKey).orElseThrow(), false)).isTrue();
    assertThat(since(pods.get(ownerKey).orElseThrow())).isNotEqualTo(since);

    podClient.delete("owner", DeleteOptions.DEFAULT.gracePeriod(Duration.ZERO));
    assertThat(ready(statuses, ready, true)).isFalse();
  }

  private static boolean ready(StatusWriter statuses, View<Resource> pod, boolean state)
      throws InterruptedException {
    return statuses.write(
        pod, status -> status.observed().condition("Example", state, "Tested", "by a test"));
  }

  private static String since(View<Resource> pod) {
    return pod.resource().texts(JsonPath.of("status.conditions[*].lastTransitionTime")).toString();
  }

  @Test
  void conditionsNeedAStateAndAReason() throws Exception {
    owner();
    View<Resource> map = maps.get(ownerKey).orElseThrow();
    var statuses = StatusWriter.of(mapClient, maps);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> statuses.write(map, draft -> draft.condition("A", "yes", "B", "")))
        .withMessage("state: yes (expected: one of [True, False, Unknown])");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> statuses.write(map, draft -> draft.condition("A", true, "", "")));
  }

  private Owner owner() throws Exception {
    mapClient.create(Listwatch.configMap("owner", "1"));
    return Owner.of(MAPS, awaited(ownerKey, Optional::isPresent).orElseThrow());
  }

  private Dependent<Resource> dependents() {
    return Dependent.of(client.resources(MAPS).as("tester"), ObjectCodec.raw(), maps);
  }

  private static Resource wanted(String text) {
    return Resource.parse(
        "{\"metadata\":{\"name\":\"owned\"},\"data\":{\"text\":\"%s\"}}".formatted(text));
  }

  /** Returns the number of patches that the server has responded to. */
  private long writes() {
    return server.journal().stream()
        .filter(line -> line.contains(" patch /api/v1/namespaces/" + namespace + "/"))
        .count();
  }

  private Optional<View<Resource>> awaited(
      ResourceKey key, Predicate<Optional<View<Resource>>> condition) throws InterruptedException {
    return maps.await(key, condition, Duration.ofSeconds(60));
  }
}
