package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.server.resource.Things.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.server.resource.ExpiredContinueException;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.Key;
import io.listwatch.storage.MemoryStorage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The state that a read returns, and its source: the cache or storage. */
final class CachedReadsTest {
  private static final Duration AFTER_TIMEOUT = Duration.ofMillis(3_100);

  private final CacheFixture cache = new CacheFixture();

  @AfterEach
  void close() {
    cache.close();
  }

  private CompletionStage<ResourcePage> begin(VersionMatch match) {
    return cache.resources.list(ResourceScope.ALL, ListOptions.ALL.at(match));
  }

  private static boolean done(CompletionStage<?> stage) {
    return stage.toCompletableFuture().isDone();
  }

  @Test
  void mostRecentListWaitsForEarlierWrites() {
    cache.write("a", "red");
    cache.settle().storage.hold();
    cache.write("a", "blue");

    CompletionStage<ResourcePage> list = begin(VersionMatch.mostRecent());
    assertThat(done(list)).isFalse();
    assertThat(cache.list(VersionMatch.any())).containsExactly("a red");
    cache.storage.release();

    assertThat(CacheFixture.contents(join(list))).containsExactly("a blue");
  }

  @Test
  void mostRecentListFallsBackToStorageIfCacheIsTooLate() {
    cache.write("a", "red");
    cache.settle().storage.hold();
    cache.write("a", "blue");

    CompletionStage<ResourcePage> list = begin(VersionMatch.mostRecent());
    cache.timers.advance(AFTER_TIMEOUT);

    assertThat(CacheFixture.contents(join(list))).containsExactly("a blue");
  }

  @Test
  void mostRecentListReadsStorageThatReportsNoProgress() {
    cache.write("a", "red");
    cache.settle().storage.hold();
    cache.storage.reportNoProgress();
    cache.write("a", "blue");

    assertThat(cache.list(VersionMatch.mostRecent())).containsExactly("a blue");
  }

  @Test
  void progressNotificationReachesVersionsOfOtherResources() {
    cache.write("a", "red");
    cache.settle();
    long elsewhere = join(cache.storage.put(Key.of("other"), new byte[0]));

    ResourcePage page = join(begin(VersionMatch.mostRecent()));

    assertThat(page.version()).isEqualTo(ResourceVersion.of(elsewhere));
  }

  @Test
  void versionThatIsNotReachedIsTooLarge() {
    Resource a = cache.write("a", "red");
    cache.settle();

    for (VersionMatch match :
        new VersionMatch[] {
          VersionMatch.notOlderThan(ResourceVersion.of(999)),
          VersionMatch.exactly(ResourceVersion.of(999))
        }) {
      CompletionStage<ResourcePage> list = begin(match);
      assertThat(done(list)).isFalse();
      cache.timers.advance(AFTER_TIMEOUT);

      var refused = catchThrowableOfType(VersionTooLargeException.class, () -> join(list));
      var tooLarge = new Status.Cause("ResourceVersionTooLarge", "Too large resource version", "");
      assertThat(refused.status())
          .isEqualTo(
              Status.of(
                      504,
                      "Timeout",
                      "Timeout: Too large resource version: 999, current: " + a.version())
                  .withDetails(Status.Details.NONE.withCauses(List.of(tooLarge)))
                  .withRetryAfter(1));
    }
  }

  @Test
  void anyVersionListIgnoresLimit() {
    cache.write("a", "red");
    cache.write("b", "red");
    cache.settle();

    ResourcePage page =
        join(
            cache.resources.list(
                ResourceScope.ALL, ListOptions.ALL.at(VersionMatch.any()).limitedTo(1)));

    assertThat(page.continueToken()).isEmpty();
    assertThat(CacheFixture.contents(page)).hasSize(2);
  }

  @Test
  void getReadsFromCacheUnlessMostRecent() {
    cache.write("a", "red");
    cache.settle().storage.hold();
    Resource blue = cache.write("a", "blue");

    var latest = join(cache.resources.get(key("a"), VersionMatch.mostRecent()));
    var any = join(cache.resources.get(key("a"), VersionMatch.any()));
    var bounded = cache.resources.get(key("a"), VersionMatch.notOlderThan(blue.version()));

    assertThat(latest.map(Things::colour)).hasValue("blue");
    assertThat(any.map(Things::colour)).hasValue("red");
    assertThat(done(bounded)).isFalse();
    cache.storage.release();
    assertThat(join(bounded).map(Things::colour)).hasValue("blue");
  }

  @Test
  void readOfUnfilledCacheFailsWithTooManyRequests() throws Exception {
    cache.write("a", "red");
    cache.storage.refuseCaches(true);

    CompletionStage<ResourcePage> list = begin(VersionMatch.any());
    ResourcePage cheap =
        join(cache.resources.list(ResourceScope.ALL, ListOptions.ALL.limitedTo(10)));
    // The back-off of the reflector, the tick of waiting reads, and the consistency check.
    cache.timers.awaitPending(3);
    cache.timers.advance(AFTER_TIMEOUT);

    assertThatThrownBy(() -> join(list))
        .isInstanceOf(TooManyRequestsException.class)
        .hasMessageContaining("storage is (re)initializing");
    assertThat(CacheFixture.contents(cheap)).containsExactly("a red");
    assertThat(join(cache.resources.get(key("a"), VersionMatch.any()))).isPresent();
  }

  @Test
  void readWaitsLongerForFillThatHasNotFailed() {
    cache.write("a", "red");
    cache.storage.holdLists();
    CompletionStage<ResourcePage> list = begin(VersionMatch.any());

    cache.timers.advance(AFTER_TIMEOUT);
    cache.timers.advance(AFTER_TIMEOUT);
    assertThat(done(list)).isFalse();
    cache.storage.releaseLists();

    assertThat(CacheFixture.contents(join(list))).containsExactly("a red");
  }

  @Test
  void readGivesUpAfterHalfAMinuteOfFilling() {
    cache.storage.holdLists();
    CompletionStage<ResourcePage> list = begin(VersionMatch.any());

    for (int i = 0; i < 11; i++) {
      cache.timers.advance(AFTER_TIMEOUT);
    }

    assertThatThrownBy(() -> join(list)).isInstanceOf(TooManyRequestsException.class);
    cache.storage.releaseLists();
  }

  @Test
  void readWaitsUntilCacheIsFilled() throws Exception {
    cache.write("a", "red");
    cache.storage.refuseCaches(true);
    CompletionStage<ResourcePage> list = begin(VersionMatch.any());

    // The back-off of the reflector, the tick of waiting reads, and the consistency check.
    cache.timers.awaitPending(3);
    cache.storage.refuseCaches(false);
    cache.timers.advance(Duration.ofSeconds(1));

    assertThat(CacheFixture.contents(join(list))).containsExactly("a red");
  }

  @Test
  void exactListOfVersionInWindowIsServedFromCache() {
    cache.write("a", "red");
    cache.settle();
    for (int i = 0; i < 600; i++) {
      cache.write("b", "colour " + i);
    }
    Resource then = cache.write("a", "blue");
    cache.write("a", "green");
    cache.settle();
    cache.storage.refuseThePast();

    assertThat(cache.list(VersionMatch.exactly(then.version())))
        .containsExactly("a blue", "b colour 599");
  }

  /**
   * Continue tokens of a quiet resource never expired, because the window still had their version.
   */
  @Test
  void versionCompactedInStorageIsNotServedFromCache() {
    cache.write("a", "red");
    cache.write("b", "red");
    cache.settle();
    ResourcePage first =
        join(cache.resources.list(ResourceScope.ALL, ListOptions.ALL.limitedTo(1)));
    var second = ListOptions.ALL.limitedTo(1).continuedBy(first.continueToken());
    assertThat(CacheFixture.contents(join(cache.resources.list(ResourceScope.ALL, second))))
        .containsExactly("b red");

    join(cache.storage.put(Key.of("/else"), new byte[0]));
    // Otherwise the cache's own watch would be ten minutes behind.
    cache.settle();
    cache.clock.advance(MemoryStorage.DEFAULT_RETENTION.age().plusSeconds(1));
    join(cache.storage.put(Key.of("/else"), new byte[0]));

    var expired =
        catchThrowableOfType(
            ExpiredContinueException.class,
            () -> join(cache.resources.list(ResourceScope.ALL, second)));
    var rest = ListOptions.ALL.limitedTo(1).continuedBy(expired.continueToken());
    assertThat(CacheFixture.contents(join(cache.resources.list(ResourceScope.ALL, rest))))
        .containsExactly("b red");
    assertThatThrownBy(() -> cache.list(VersionMatch.exactly(first.version())))
        .hasMessageContaining("too old");
  }

  @Test
  void watchResumesFromWindowEvenIfStorageIsCompacted() {
    Resource old = cache.write("a", "red");
    cache.settle();
    Resource later = cache.write("a", "blue");
    cache.settle();
    join(cache.storage.compact(Revisions.of(later.version())));

    try (var watch = cache.watch(VersionMatch.exactly(old.version()), InitialEvents.NONE, "")) {
      assertThat(watch.next(1)).containsExactly("MODIFIED default/a@" + later.version());
    }
  }
}
