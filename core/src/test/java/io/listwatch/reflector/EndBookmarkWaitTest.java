package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.log.RecordedLog;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import io.listwatch.model.WatchEvent.Deleted;
import io.listwatch.model.WatchEvent.Modified;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EndBookmarkWaitTest {
  private static final Duration TICK = Duration.ofSeconds(10);
  private static final Duration LIMIT = CLIENT.silentStreamTimeout();

  private final ScriptedSource source = new ScriptedSource();

  @Test
  void warnsEveryTenSecondsWhileNoEventComes() {
    source.watches(new FakeWatch());
    try (var log = RecordedLog.of("no-event");
        var run = start("no-event", CLIENT)) {
      run.advance(TICK.minusNanos(1));
      assertThat(warnings(log)).isEmpty();

      run.advance(Duration.ofNanos(1));
      run.advance(TICK);

      assertThat(warnings(log))
          .containsExactly(
              "WARN waiting for the bookmark that ends the initial events; no event for 10 s",
              "WARN waiting for the bookmark that ends the initial events; no event for 20 s");
    }
  }

  @Test
  void warnsOnceEventsHaveStoppedForTenSeconds() {
    var watch = new FakeWatch(new Added(note("a", 2)));
    source.watches(watch);
    try (var log = RecordedLog.of("stopped");
        var run = start("stopped", CLIENT)) {
      run.advance(TICK.dividedBy(2));
      watch.put(new Added(note("b", 3)));
      run.settle();
      run.advance(TICK.dividedBy(2));
      assertThat(warnings(log)).isEmpty();

      run.advance(TICK);

      assertThat(warnings(log))
          .containsExactly(
              "WARN waiting for the bookmark that ends the initial events; the last event was"
                  + " 15 s ago");
    }
  }

  @Test
  void staysQuietAfterTheEndBookmark() {
    source.watches(new FakeWatch(new Added(note("a", 2)), new Bookmark(version(2), true)));
    try (var log = RecordedLog.of("complete");
        var run = start("complete", CLIENT)) {
      run.advance(TICK.multipliedBy(3));

      assertThat(warnings(log)).isEmpty();
    }
  }

  @Test
  void ordinaryWatchesMayBeSilent() {
    source.lists(version(1)).watches(new FakeWatch());
    try (var log = RecordedLog.of("ordinary");
        var run = start("ordinary", ReflectorRun.LISTING)) {
      run.advance(LIMIT.multipliedBy(2));

      assertThat(warnings(log)).isEmpty();
      assertThat(run.asked()).hasSize(2);
    }
  }

  @Test
  void listsAtOnceIfAStreamIsSilentForAMinute() {
    source.watches(new FakeWatch(new Added(note("a", 2))));
    source.lists(version(3), note("a", 2)).watches(new FakeWatch());
    try (var run = start("silent", CLIENT)) {
      run.advance(LIMIT.minus(TICK));
      assertThat(run.asked()).hasSize(1);

      run.advance(TICK);

      assertThat(run.asked())
          .containsExactly("stream most recent", "list any, 500 a page", "watch after 3");
      assertThat(run.pauses()).isEmpty();
      assertThat(run.store.writes()).containsExactly("replace [a@2] at 3");
    }
  }

  @Test
  void neverStreamsAgainAfterTwoSilentStreams() {
    var first = new FakeWatch();
    var second = new FakeWatch();
    source.watches(new FakeWatch()).lists(version(3)).watches(first);
    source.watches(new FakeWatch()).lists(version(4)).watches(second);
    source.lists(version(5)).watches(new FakeWatch());
    try (var run = start("never-ends", CLIENT)) {
      run.advance(LIMIT);
      first.fail(Failures.expired());
      run.skipPause().advance(LIMIT);
      second.fail(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "stream most recent",
              "list any, 500 a page",
              "watch after 3",
              "stream not older than 3",
              "list not older than 3",
              "watch after 4",
              "list not older than 4",
              "watch after 5");
    }
  }

  /** kube-apiserver before 1.27 ignores sendInitialEvents, and its watch goes on after ADDED. */
  @Test
  void ordinaryBookmarksDoNotExtendTheWait() {
    livesOn(new Bookmark(version(3), false));
  }

  @Test
  void modificationsDoNotExtendTheWait() {
    livesOn(new Modified(note("a", 3)));
  }

  @Test
  void deletionsDoNotExtendTheWait() {
    livesOn(new Deleted(note("a", 3)));
  }

  /** An object added after a live event is not an initial one either. */
  private void livesOn(WatchEvent live) {
    var endless = new FakeWatch(new Added(note("a", 2)));
    var plain = new FakeWatch();
    source.watches(endless).lists(version(30), note("a", 2)).watches(plain);
    source.lists(version(40)).watches(new FakeWatch());
    try (var run = start("live", CLIENT)) {
      run.advance(TICK);
      endless.put(live);
      for (int i = 0; i < 4; i++) {
        run.settle().advance(TICK);
        endless.put(new Added(note("b", 4 + i)));
      }
      run.settle();
      assertThat(run.asked()).containsExactly("stream most recent");

      run.advance(TICK);
      assertThat(run.asked())
          .containsExactly("stream most recent", "list any, 500 a page", "watch after 30");
      plain.fail(Failures.expired());
      run.skipPause();

      assertThat(run.asked()).last().isEqualTo("watch after 40");
      assertThat(run.asked()).noneMatch(each -> each.startsWith("stream not older"));
    }
  }

  @Test
  void initialEventsExtendTheWait() {
    var watch = new FakeWatch();
    source.watches(watch);
    try (var run = start("long", CLIENT)) {
      for (int i = 0; i < 5; i++) {
        run.advance(LIMIT.minus(TICK));
        watch.put(new Added(note("a" + i, 2 + i)));
        run.settle();
      }
      watch.put(new Bookmark(version(20), true));
      run.settle();

      assertThat(run.asked()).containsExactly("stream most recent");
      assertThat(run.store.writes()).hasSize(1);
    }
  }

  @Test
  void waitsForTheWatchTimeoutWithoutALimit() {
    source.watches(new FakeWatch());
    try (var run = start("patient", CLIENT.with(p -> p.silentStreamTimeout(Duration.ZERO)))) {
      run.advance(Duration.ofSeconds(329));
      assertThat(run.asked()).containsExactly("stream most recent");

      run.advance(Duration.ofSeconds(1));

      assertThat(run.pauses()).hasSize(1);
    }
  }

  private ReflectorRun start(String name, ReflectorPolicy policy) {
    return ReflectorRun.start(source, builder -> builder.name(name).policy(policy)).settle();
  }

  private static List<String> warnings(RecordedLog log) {
    return log.lines().stream().filter(line -> line.startsWith("WARN")).toList();
  }
}
