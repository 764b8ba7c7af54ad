package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reflector that resumes from the state of an earlier run. */
@Timeout(60)
final class WarmStartTest {
  private final FakeCollection collection = new FakeCollection();

  private ReflectorRun startWith(ResourceList kept, Consumer<ReflectorBuilder> changes) {
    return ReflectorRun.start(
            collection,
            builder -> {
              builder.policy(ReflectorRun.LISTING).warmStart(() -> kept);
              changes.accept(builder);
            })
        .settle();
  }

  private ReflectorRun startWith(ResourceList kept) {
    return startWith(kept, builder -> {});
  }

  private ResourceList everything() {
    return ResourceList.of(List.copyOf(collection.objects().values()), collection.version());
  }

  @Test
  void resumesWithMissedChangesAndWithoutAList() {
    collection.put("a", "1");
    collection.put("b", "1");
    ResourceList kept = everything();
    collection.put("a", "2");
    collection.delete("b");

    try (var run = startWith(kept)) {
      assertThat(run.store.writes())
          .containsExactly("replace [a@2, b@3] at 3", "update a@4", "delete b@5");
      assertThat(run.asked()).containsExactly("list most recent, 1 a page", "watch after 3");
      assertThat(run.status().lists()).isZero();
      assertThat(run.status().state()).isEqualTo(ReflectorState.WATCHING);
      assertThat(run.status().healthy()).isTrue();
    }
  }

  @Test
  void keptObjectsAreNotTransformedAgain() {
    collection.put("a", "1");
    var transformed = new AtomicInteger();

    try (var run =
        startWith(
            everything(),
            builder ->
                builder.transform(
                    object -> {
                      transformed.incrementAndGet();
                      return object;
                    }))) {
      assertThat(transformed).hasValue(0);
      collection.put("a", "2");
      run.settle();
      assertThat(transformed).hasValue(1);
    }
  }

  @Test
  void listsAtOnceIfTheKeptVersionHasExpired() {
    collection.put("a", "1");
    ResourceList kept = everything();
    collection.put("a", "2");
    collection.compact();

    try (var run = startWith(kept)) {
      assertThat(run.store.writes()).containsExactly("replace [a@3] at 3");
      assertThat(run.asked())
          .containsExactly(
              "list most recent, 1 a page",
              "watch after 2",
              "list any, 500 a page",
              "watch after 3");
      assertThat(run.pauses()).isEmpty();
    }
  }

  /** Like kube-apiserver: the watch is opened, and its first event is a 410. */
  @Test
  void listsAtOnceIfTheWatchReportsTheKeptVersionAsExpired() {
    collection.put("a", "1");
    try (var run = startWith(everything())) {
      collection.breakWatches(Failures.expired());
      run.await("the watch after the list", () -> run.asked().size() == 4);

      assertThat(run.asked()).endsWith("list not older than 2", "watch after 2");
      assertThat(run.pauses()).isEmpty();
    }
  }

  @Test
  void secondExpirationBacksOffAsUsual() {
    collection.put("a", "1");
    try (var run = startWith(everything())) {
      collection.breakWatches(Failures.expired());
      run.await("the watch after the list", () -> run.asked().size() == 4).settle();

      collection.breakWatches(Failures.expired());

      assertThat(run.awaitPause()).hasSize(1);
    }
  }

  /**
   * A watch after that version would wait until the source gets there, and miss all changes before.
   */
  @Test
  void listsIfTheSourceIsBehindTheKeptVersion() {
    collection.put("a", "1");
    ResourceList kept = ResourceList.of(List.of(note("z", 90)), version(90));

    try (var run = startWith(kept)) {
      assertThat(run.store.writes()).containsExactly("replace [a@2] at 2");
      assertThat(run.asked())
          .containsExactly("list most recent, 1 a page", "list any, 500 a page", "watch after 2");
    }
  }

  @Test
  void retriesTheKeptStateWhileTheSourceIsUnreachable() {
    collection.put("a", "1");
    ResourceList kept = everything();
    collection.failNextList(Failures.unavailable());
    collection.failNextWatch(Failures.tooManyRequests());

    try (var run = startWith(kept)) {
      run.skipPause();
      run.skipPause();

      assertThat(run.store.writes()).containsExactly("replace [a@2] at 2");
      assertThat(run.status().lists()).isZero();
    }
  }

  @Test
  void keptStateIsNotShownIfWatchingIsForbidden() {
    collection.put("a", "1");
    ResourceList kept = ResourceList.of(List.of(note("secret", 2)), version(2));
    collection.failNextWatch(Failures.forbidden());

    try (var run = startWith(kept)) {
      assertThat(run.store.writes()).containsExactly("replace [a@2] at 2");
    }
  }

  @Test
  void onlyTheFirstFetchUsesTheKeptState() {
    Resource kept = collection.put("a", "1");
    try (var run = startWith(ResourceList.of(List.of(kept), version(2)))) {
      collection.put("b", "1");
      collection.compact();
      collection.breakWatches(Failures.expired());
      run.advance(Duration.ofMinutes(1));

      assertThat(run.store.writes()).endsWith("replace [a@2, b@3] at 3");
    }
  }
}
