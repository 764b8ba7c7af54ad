package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.Waiting.await;
import static io.listwatch.storage.etcd.Patience.key;
import static io.listwatch.storage.etcd.Patience.next;
import static io.listwatch.storage.etcd.Patience.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.StorageClock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A watch keeps its promises with broken connections and slow readers. */
@Tag("etcd")
@Timeout(300)
final class EtcdWatchTest {
  private static final KeyRange ALL = KeyRange.all();
  private static EtcdCluster cluster;

  private final RunningClock clock = new RunningClock();
  private final String prefix = EtcdEngine.newPrefix();
  private CuttingProxy proxy;

  /** Connected to etcd directly, without the proxy. */
  private EtcdStorage storage;

  @BeforeAll
  static void startCluster() {
    cluster = EtcdCluster.start(1);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void open() {
    proxy = new CuttingProxy(cluster.member(0).client());
    storage = open(clock, cluster.member(0).client());
  }

  private EtcdStorage open(StorageClock time, URI... endpoints) {
    return EtcdStorage.builder(List.of(endpoints), time)
        .timeout(Patience.OF_A_CALL)
        .prefix(prefix)
        .open();
  }

  @AfterEach
  void close() {
    storage.close();
    proxy.close();
    clock.close();
  }

  @Test
  void deliversEveryEventOnceAndInOrderOverManyCuts() {
    long start = done(storage.currentRevision());
    var written = writeBacklog(5_000);
    var random = new Random(1);

    try (var reading = open(clock, proxy.uri())) {
      // Some connections forward a whole response, of up to 1,000 revisions, and some do not.
      proxy.cutAfter(() -> 10_000 + random.nextInt(500_000));
      for (int i = 0; i < 5; i++) {
        try (var watch = reading.watch(ALL, start)) {
          assertThat(revisions(watch, written.size())).isEqualTo(written);
        }
      }
    }

    assertThat(proxy.cuts()).isGreaterThan(10);
  }

  private List<Long> writeBacklog(int count) {
    String text = "value ".repeat(10);
    var stages = new ArrayList<CompletionStage<Long>>();
    var written = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      stages.add(storage.put(key("key " + i % 50), value(text + i)));
      if (stages.size() == 500) {
        stages.forEach(stage -> written.add(done(stage)));
        stages.clear();
      }
    }
    written.sort(null);
    return written;
  }

  private static List<Long> revisions(BlockingWatch watch, int count) {
    var revisions = new ArrayList<Long>();
    while (revisions.size() < count) {
      revisions.add(next(watch).revision());
    }
    return revisions;
  }

  @Test
  void losesNoEventWhileDisconnected() {
    try (var reading = open(clock, proxy.uri());
        var watch = reading.watch(ALL, done(storage.currentRevision()))) {
      for (int i = 0; i < 30; i++) {
        long first = done(storage.put(key("key"), value("value " + i)));
        proxy.cut();
        long second = done(storage.put(key("key"), value("value " + i)));

        assertThat(next(watch).revision()).isEqualTo(first);
        assertThat(next(watch).revision()).isEqualTo(second);
      }
    }
  }

  @Test
  void movesFromASilentStreamToTheNextEndpoint() {
    var moved = new ManualStorageClock();
    try (var reading = open(moved, proxy.uri(), cluster.member(0).client());
        var watch = reading.watch(ALL, done(storage.currentRevision()))) {
      long first = done(storage.put(key("key"), value("one")));
      assertThat(next(watch).revision()).isEqualTo(first);
      proxy.stopForwarding();
      long second = done(storage.put(key("key"), value("two")));

      int alarms = moved.pending();
      moved.advance(EtcdWatch.SILENCE);
      // The watch has requested progress and set the alarm for the response, perhaps on another
      // thread.
      await().until(() -> moved.pending() >= alarms);
      moved.advance(EtcdWatch.SILENCE);

      // Advances the clock in small steps: if it ran faster than the next endpoint responds, that
      // endpoint would time out, too.
      ChangeSet next = PatientClock.next(watch, moved, Duration.ofMillis(10));
      assertThat(next.revision()).isEqualTo(second);
    }
  }

  @Test
  void unreadWatchStopsReceiving() {
    int count = 300;
    byte[] large = new byte[100_000];
    long start = done(storage.currentRevision());
    try (var reading = open(clock, proxy.uri());
        var unread = reading.watch(ALL, start);
        var read = storage.watch(ALL, start)) {
      long before = proxy.received();
      var written = new ArrayList<Long>();
      for (int i = 0; i < count; i++) {
        written.add(done(storage.put(key("key " + i), large)));
      }
      assertThat(revisions(read, count)).isEqualTo(written);

      assertThat(proxy.received() - before)
          .isLessThan(WatchBuffer.MAX_BYTES + (8 << 20))
          .isLessThan((long) count * large.length / 2);
      assertThat(revisions(unread, count)).isEqualTo(written);
    }
  }

  @Test
  void unreadWatchFailsAsCompactedAfterItsBuffer() {
    byte[] large = new byte[500_000];
    long start = done(storage.currentRevision());
    try (var unread = storage.watch(ALL, start)) {
      long last = 0;
      for (int i = 0; i < 60; i++) {
        last = done(storage.put(key("key"), large));
      }
      long kept = last;
      done(storage.compact(kept));

      var seen = new ArrayList<Long>(List.of(start));
      assertThatExceptionOfType(CompactedException.class)
          .isThrownBy(
              () -> {
                while (seen.size() <= 60) {
                  seen.add(next(unread).revision());
                }
              })
          .satisfies(e -> assertThat(e.oldest()).isEqualTo(kept));
      assertThat(seen).isSorted().doesNotHaveDuplicates().hasSizeLessThan(60);
    }
  }

  @Test
  void readsFragmentedResponses() {
    byte[] large = new byte[1_000_000];
    long start = done(storage.currentRevision());
    var written = new ArrayList<Long>();
    for (int i = 0; i < 12; i++) {
      written.add(done(storage.put(key("key " + i % 2), large)));
    }

    try (var watch = storage.watch(ALL, start)) {
      assertThat(revisions(watch, 12)).isEqualTo(written);
    }
  }

  @Test
  void failsOnceAllEndpointsAreGoneForTooLong() {
    var moved = new ManualStorageClock();
    try (var reading = open(moved, proxy.uri());
        var watch = reading.watch(ALL, done(storage.currentRevision()))) {
      long first = done(storage.put(key("key"), value("one")));
      assertThat(next(watch).revision()).isEqualTo(first);

      proxy.close();

      var failure = PatientClock.failureOf(watch, moved, Duration.ofSeconds(2));
      assertThat(failure).hasMessageContaining(proxy.uri().toString());
    }
  }
}
