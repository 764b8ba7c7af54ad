package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.until;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.model.UnavailableException;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.ReflectorStatus;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One informer of several namespaces has one store, one stream for each handler, and one sync. */
@Timeout(60)
final class SeveralNamespacesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ResourceKey A = ResourceKey.of("one", "a");
  private static final ResourceKey B = ResourceKey.of("two", "b");

  private final Map<String, FakeCollection> collections = new ConcurrentHashMap<>();
  private final ManualTimers timers = new ManualTimers();
  private final List<InformerFactory> factories = new ArrayList<>();

  @AfterEach
  void close() {
    factories.forEach(InformerFactory::close);
  }

  private FakeCollection collection(String namespace) {
    return collections.computeIfAbsent(namespace, any -> new FakeCollection());
  }

  private InformerFactory factory(QueueKind queue) {
    InformerFactory factory =
        InformerFactory.builder((type, namespace) -> collection(String.valueOf(namespace)))
            .options(options -> options.timers(timers).queue(queue))
            .build();
    factories.add(factory);
    return factory;
  }

  private Informer<Resource> informer(QueueKind queue) {
    return factory(queue).informer(both(), ObjectCodec.raw());
  }

  private static Selection both() {
    return Selection.of(Notes.TYPE).inNamespaces(List.of("two", "one"));
  }

  private static List<ResourceKey> keys(Informer<?> informer) {
    return informer.list().stream().map(View::key).toList();
  }

  private static ReflectorStatus status(Informer<?> informer, String namespace) {
    return requireNonNull(informer.health().namespaces().get(namespace));
  }

  @ParameterizedTest
  @EnumSource
  void allNamespacesFillOneStoreAndNotifyEveryHandler(QueueKind queue) throws Exception {
    collection("one").put(A, "1");
    collection("two").put(B, "2");
    Informer<Resource> informer = informer(queue);
    var history = new LegalHistory<Resource>();
    history.of(informer.addHandler(history));

    informer.start();
    informer.awaitSync(PATIENCE);
    Resource changed = collection("two").put(B, "3");
    collection("one").delete(A);

    until(() -> keys(informer).equals(List.of(B)));
    until(() -> informer.get(B).orElseThrow().resource().equals(changed));
    until(() -> informer.drain(Duration.ZERO));
    history.assertLegalAndEndsAs(new TreeMap<>(Map.of(B, changed)));
  }

  @ParameterizedTest
  @EnumSource
  void relistOfOneNamespaceDoesNotAffectTheOthers(QueueKind queue) throws Exception {
    collection("one").put(A, "1");
    collection("two").put(B, "2");
    Informer<Resource> informer = informer(queue);
    informer.start();
    informer.awaitSync(PATIENCE);

    FakeCollection one = collection("one");
    one.failNextWatch(new UnavailableException("still gone"));
    one.breakWatches(new UnavailableException("gone"));
    one.delete(A);
    one.compact();

    until(
        () -> {
          timers.advance(Duration.ofSeconds(1));
          return keys(informer).equals(List.of(B));
        });
  }

  @ParameterizedTest
  @EnumSource
  void forbiddenNamespaceDoesNotStopTheOthersAndIsUnhealthy(QueueKind queue) throws Exception {
    var forbidden = new ApiException(Status.of(403, "Forbidden", "not for you"));
    collection("one").failNextWatch(forbidden);
    collection("one").failNextList(forbidden);
    collection("two").put(B, "2");

    Informer<Resource> informer = informer(queue);
    informer.start();

    until(() -> keys(informer).equals(List.of(B)));
    until(() -> status(informer, "one").failing());
    until(() -> status(informer, "two").healthy());
    assertThat(informer.hasSynced()).isFalse();
    InformerHealth health = informer.health();
    assertThat(health.healthy()).isFalse();
    assertThat(health.reflector().healthy()).isFalse();
    assertThat(health.problems()).anyMatch(each -> each.contains(":one: failing"));
    until(
        () -> {
          timers.advance(Duration.ofSeconds(1));
          return informer.health().healthy();
        });
  }

  @ParameterizedTest
  @EnumSource
  void resyncDeliversEveryObjectOnce(QueueKind queue) throws Exception {
    collection("one").put(A, "1");
    collection("two").put(B, "2");
    Informer<Resource> informer = informer(queue);
    var updated = new ConcurrentLinkedQueue<ResourceKey>();
    informer.addHandler(
        new ResourceHandler<>() {
          @Override
          public void onUpdate(View<Resource> previous, View<Resource> current) {
            updated.add(current.key());
          }
        },
        HandlerOptions.named("h").resyncEvery(Duration.ofMinutes(1)));
    informer.start();
    informer.awaitSync(PATIENCE);

    timers.advance(Duration.ofMinutes(1));

    until(() -> updated.size() == 2);
    until(() -> informer.drain(Duration.ZERO));
    assertThat(updated).containsExactlyInAnyOrder(A, B);
  }

  @ParameterizedTest
  @EnumSource
  void objectOfAnotherNamespaceIsPutAside(QueueKind queue) throws Exception {
    collection("one").put(B, "not yours");

    Informer<Resource> informer = informer(queue);
    informer.start();

    informer.awaitSync(PATIENCE);
    assertThat(informer.list()).isEmpty();
    assertThat(status(informer, "one").unreadable()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void orderOfNamespacesDoesNotMatterAndTheLastUserEndsTheWatches(QueueKind queue)
      throws Exception {
    InformerFactory factory = factory(queue);
    Informer<Resource> first = factory.informer(both(), ObjectCodec.raw());
    Informer<Resource> second =
        factory.informer(
            Selection.of(Notes.TYPE).inNamespaces(List.of("one", "two")), ObjectCodec.raw());
    factory.start();
    second.awaitSync(PATIENCE);
    assertThat(factory.health()).containsOnlyKeys("notes.test.listwatch.io/one,two");

    first.close();
    assertThat(collection("one").openWatches()).isEqualTo(1);
    second.close();

    until(() -> collection("one").openWatches() + collection("two").openWatches() == 0);
    assertThat(collection("one").watchRequests()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void versionIsTheEarliestOfAllNamespaces(QueueKind queue) throws Exception {
    collection("one").put(A, "1");
    collection("two").put(B, "1");
    collection("two").put(B, "2");
    Informer<Resource> informer = informer(queue);
    informer.start();
    informer.awaitSync(PATIENCE);

    assertThat(informer.snapshot().version()).isEqualTo(collection("one").version());
    assertThat(informer.snapshot().version("two")).isEqualTo(collection("two").version());
  }

  @Test
  void rejectsAnEmptySetOfNamespaces() {
    assertThatThrownBy(() -> Selection.of(Notes.TYPE).inNamespaces(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one");
  }
}
