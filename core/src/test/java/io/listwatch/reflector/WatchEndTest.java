package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent.Added;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reflector's reaction to every way in which a watch can end or fail to open. */
final class WatchEndTest {
  private static final Duration LONG = Duration.ofMinutes(4);
  private static final Duration FIRST = Duration.ofMillis(800);
  private static final Duration SECOND = Duration.ofMillis(1600);

  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  /** client-go lists again after everything but a refused connection and 429. */
  @ParameterizedTest
  @MethodSource("notNow")
  void backsOffWithoutListingIfAWatchCannotBeOpenedNow(ApiException failure) {
    try (var run = ReflectorRun.start(collection, LISTING).advance(LONG)) {
      collection.failNextWatch(failure);
      collection.failNextWatch(failure);

      collection.endWatches();
      run.skipPause();
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page",
              "watch after 1",
              "watch after 1",
              "watch after 1",
              "watch after 1");
      assertThat(run.pauses()).containsExactly(FIRST, SECOND);
      assertThat(run.listener.errors()).containsExactly(failure, failure);
    }
  }

  static Stream<ApiException> notNow() {
    return Stream.of(
        Failures.tooManyRequests(),
        Failures.unavailable(),
        new UnavailableException("connection refused"),
        new UnavailableException("no such host", new UnknownHostException("api")));
  }

  /** client-go leaves Retry-After to its HTTP client. */
  @ParameterizedTest
  @MethodSource("later")
  void respectsRetryAfterBeforeTheNextWatch(ApiException failure) {
    try (var run = ReflectorRun.start(collection, LISTING).advance(LONG)) {
      collection.failNextWatch(failure);

      collection.endWatches();
      run.skipPause();

      assertThat(run.pauses()).containsExactly(Duration.ofSeconds(7));
      assertThat(run.asked()).endsWith("watch after 1", "watch after 1").hasSize(4);
    }
  }

  static Stream<ApiException> later() {
    return Stream.of(Failures.tooManyRequests(7), Failures.unavailable(7));
  }

  @ParameterizedTest
  @MethodSource("later")
  void respectsRetryAfterBeforeTheNextList(ApiException failure) {
    collection.failNextList(failure);

    try (var run = ReflectorRun.start(collection, LISTING)) {
      assertThat(run.awaitPause()).containsExactly(Duration.ofSeconds(7));
    }
  }

  @ParameterizedTest
  @MethodSource("later")
  void respectsRetryAfterBeforeTheNextStream(ApiException failure) {
    collection.failNextWatch(failure);

    try (var run = ReflectorRun.start(collection, ReflectorPolicy.CLIENT)) {
      assertThat(run.awaitPause()).containsExactly(Duration.ofSeconds(7));
    }
  }

  @Test
  void limitsRetryAfter() {
    collection.failNextList(Failures.tooManyRequests(Integer.MAX_VALUE));

    try (var run = ReflectorRun.start(collection, LISTING)) {
      assertThat(run.awaitPause()).containsExactly(Duration.ofMinutes(5));
    }
  }

  /** client-go lists again in this case. */
  @Test
  void resumesAtOnceWithoutListingIfTheConnectionBreaks() {
    ApiException broken = new UnavailableException("connection reset");
    try (var run = ReflectorRun.start(collection, LISTING).advance(LONG)) {
      collection.put("a", "1");
      collection.breakWatches(broken);
      run.settle();

      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "watch after 1", "watch after 2");
      assertThat(run.pauses()).isEmpty();
      assertThat(run.listener.errors()).containsExactly(broken);
      assertThat(run.status().failing()).isFalse();
    }
  }

  @Test
  void backsOffAndResumesIfAWatchEndsWithTooManyRequests() {
    try (var run = ReflectorRun.start(collection, LISTING).advance(LONG)) {
      collection.breakWatches(Failures.tooManyRequests());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "watch after 1", "watch after 1");
      assertThat(run.pauses()).containsExactly(FIRST);
    }
  }

  @Test
  void backsOffOnceAfterEachShortWatchThatEndsWithTooManyRequests() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      for (int i = 0; i < 3; i++) {
        collection.breakWatches(Failures.tooManyRequests());
        run.skipPause();
      }

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page",
              "watch after 1",
              "watch after 1",
              "watch after 1",
              "watch after 1");
      assertThat(run.pauses()).containsExactly(FIRST, SECOND, SECOND.multipliedBy(2));
    }
  }

  @Test
  void respectsRetryAfterAtTheEndOfAWatch() {
    try (var run = ReflectorRun.start(collection, LISTING).advance(LONG)) {
      collection.breakWatches(Failures.unavailable(7));
      run.skipPause();

      assertThat(run.pauses()).containsExactly(Duration.ofSeconds(7));
      assertThat(run.asked()).hasSize(3);
    }
  }

  @Test
  void listsNotOlderThanSeenIfTheVersionExpiresWhileWatching() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.put("a", "1");
      run.advance(LONG);

      collection.breakWatches(Failures.expired());
      run.awaitPause();
      assertThat(run.status().failing()).isFalse();
      run.skipPause();

      assertThat(run.asked().subList(2, 4))
          .containsExactly("list not older than 2", "watch after 2");
      assertThat(run.pauses()).containsExactly(FIRST);
    }
  }

  @Test
  void listsNotOlderThanSeenIfTheVersionExpiresBetweenWatches() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.put("a", "1");
      run.advance(LONG);

      collection.failNextWatch(Failures.unavailable());
      collection.endWatches();
      run.awaitPause();
      collection.put("b", "1");
      collection.compact();
      run.skipPause();
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page",
              "watch after 1",
              "watch after 2",
              "watch after 2",
              "list not older than 2",
              "watch after 3");
      assertThat(run.store.objects()).isEqualTo(collection.objects());
    }
  }

  @Test
  void listsAgainAfterAnInternalError() {
    try (var run = ReflectorRun.start(collection, LISTING).advance(LONG)) {
      collection.breakWatches(Failures.internalError());
      run.skipPause();

      assertThat(run.asked().subList(2, 4))
          .containsExactly("list not older than 1", "watch after 1");
      assertThat(run.status().failing()).isFalse();
    }
  }

  @Test
  void resumesAfterInternalErrorsForALimitedTime() {
    Duration patience = Duration.ofSeconds(30);
    try (var run =
        ReflectorRun.start(
            collection, LISTING.with(policy -> policy.internalErrorPatience(patience)))) {
      for (int i = 0; i < 3; i++) {
        run.advance(Duration.ofSeconds(15));
        collection.breakWatches(Failures.internalError());
        run.settle();
      }
      assertThat(run.asked()).filteredOn("watch after 1"::equals).hasSize(4);

      run.advance(Duration.ofSeconds(15));
      collection.breakWatches(Failures.internalError());
      run.skipPause();

      assertThat(run.asked()).endsWith("list not older than 1", "watch after 1");
      assertThat(run.listener.errors()).hasSize(4);

      run.advance(Duration.ofSeconds(15));
      collection.breakWatches(Failures.internalError());
      run.settle();

      assertThat(run.asked()).endsWith("watch after 1", "watch after 1");
    }
  }

  @Test
  void aMinuteWithoutInternalErrorsResetsTheLimit() {
    Duration patience = Duration.ofSeconds(30);
    try (var run =
        ReflectorRun.start(
            collection, LISTING.with(policy -> policy.internalErrorPatience(patience)))) {
      for (int i = 0; i < 5; i++) {
        run.advance(Duration.ofMinutes(1));
        collection.breakWatches(Failures.internalError());
        run.settle();
      }

      assertThat(run.asked()).filteredOn(line -> line.startsWith("list")).hasSize(1);
    }
  }

  @Test
  void listsAgainAfterAnErrorThatANewWatchCannotFix() {
    try (var run = ReflectorRun.start(collection, LISTING).advance(LONG)) {
      ApiException forbidden = Failures.forbidden();

      collection.breakWatches(forbidden);
      run.awaitPause();
      assertThat(run.status().failing()).isTrue();
      run.skipPause();

      assertThat(run.asked()).endsWith("list not older than 1", "watch after 1");
      assertThat(run.listener.errors()).containsExactly(forbidden);
    }
  }

  /** Some proxies end a watch without an event where the server would send 410. */
  @Test
  void listsAgainIfAWatchEndsAtOnceWithoutAnyEvent() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.timers.advance(Duration.ofMillis(999));
      collection.endWatches();
      run.skipPause();

      assertThat(run.asked().subList(2, 4))
          .containsExactly("list not older than 1", "watch after 1");
      assertThat(run.pauses()).containsExactly(FIRST);
      assertThat(run.listener.errors()).hasSize(1);
    }
  }

  @Test
  void acceptsAnEmptyWatchThatEndsAfterASecond() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.timers.advance(Duration.ofSeconds(1));
      collection.endWatches();
      run.settle();

      assertThat(run.asked()).endsWith("watch after 1", "watch after 1");
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  /** client-go opens the next one at once, each time. */
  @Test
  void backsOffBetweenShortWatches() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.put("a", "1");
      collection.endWatches();
      run.settle();
      assertThat(run.pauses()).isEmpty();

      for (int i = 0; i < 4; i++) {
        collection.put("a", "more");
        collection.endWatches();
        run.skipPause();
      }

      assertThat(run.pauses())
          .containsExactly(FIRST, SECOND, SECOND.multipliedBy(2), SECOND.multipliedBy(4));
      assertThat(run.asked()).filteredOn(line -> line.startsWith("list")).hasSize(1);
      assertThat(run.store.objects()).isEqualTo(collection.objects());
    }
  }

  @Test
  void aLongWatchResetsTheBackoff() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      for (int i = 0; i < 2; i++) {
        collection.put("a", "1");
        collection.endWatches();
        run.settle();
      }
      run.skipPause();

      run.advance(Duration.ofSeconds(10));
      collection.endWatches();
      run.settle();

      assertThat(run.pauses()).hasSize(1);
      assertThat(collection.openWatches()).isEqualTo(1);
    }
  }

  @Test
  void backsOffFromAServerThatBreaksEveryWatchAfterItsFirstEvent() {
    source.lists(version(1));
    for (int i = 2; i < 6; i++) {
      source.watches(
          new FakeWatch(new Added(note("n" + i, i))).fail(new UnavailableException("reset")));
    }
    try (var run = ReflectorRun.start(source, LISTING)) {
      for (int i = 0; i < 3; i++) {
        run.skipPause();
      }

      assertThat(run.pauses()).containsExactly(FIRST, SECOND, SECOND.multipliedBy(2));
      assertThat(run.asked()).endsWith("watch after 5").hasSize(6);
      assertThat(run.listener.errors()).hasSize(4);
    }
  }
}
