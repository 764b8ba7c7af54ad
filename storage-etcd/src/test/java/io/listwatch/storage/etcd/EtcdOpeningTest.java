package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.Waiting.await;
import static io.listwatch.storage.etcd.Patience.key;
import static io.listwatch.storage.etcd.Patience.next;
import static io.listwatch.storage.etcd.Patience.value;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.etcd.jetcd.api.KeyValue;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageCopy;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.UnknownOutcomeException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Claiming and sharing a prefix, limits, and closing. */
@Tag("etcd")
@Timeout(300)
final class EtcdOpeningTest {
  private static EtcdCluster cluster;

  private final RunningClock clock = new RunningClock();
  private final String prefix = EtcdEngine.newPrefix();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private RawEtcd raw;

  @BeforeAll
  static void startCluster() {
    cluster = EtcdCluster.start(1);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void openRaw() {
    raw = new RawEtcd(cluster.member(0).client());
  }

  @AfterEach
  void closeAll() throws Exception {
    for (var closeable : opened) {
      closeable.close();
    }
    raw.close();
    clock.close();
  }

  private EtcdStorage open() {
    var storage =
        EtcdStorage.builder(cluster.endpoints(), clock)
            .timeout(Patience.OF_A_CALL)
            .prefix(prefix)
            .open();
    opened.add(storage);
    return storage;
  }

  private void assertRejected(String... words) {
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(this::open)
        .withMessageContainingAll(words);
  }

  @Test
  void claimsAnEmptyPrefix() {
    open();

    assertThat(raw.under(prefix))
        .singleElement()
        .satisfies(
            marker -> {
              assertThat(marker.getKey().toStringUtf8()).isEqualTo(prefix + "/format");
              assertThat(marker.getValue().toStringUtf8()).isEqualTo("listwatch 2\n");
            });
  }

  @Test
  void reopeningKeepsTheData() {
    long revision = done(open().put(key("key"), value("one")));

    assertThat(open().get(key("key")).orElseThrow().revision()).isEqualTo(revision);
  }

  @Test
  void rejectsAPrefixWithOtherData() {
    raw.put(prefix + "/something", "else");

    assertRejected(prefix, "/something", "choose another");

    assertThat(raw.under(prefix)).hasSize(1);
  }

  @Test
  void ignoresKeysOutsideThePrefix() {
    raw.put(prefix + "2/something", "else");
    raw.put(prefix, "else");

    assertThat(open().count(KeyRange.all())).isZero();
  }

  @Test
  void rejectsAPrefixOfKubeApiserver() {
    raw.put(prefix + "/pods/default/a", "k8s\0\n\n\n\002v1");

    assertRejected(prefix, "Kubernetes", "choose another");
  }

  @Test
  void rejectsObjectsOfKubeApiserverBelowTheMarker() {
    open();
    raw.put(prefix + "/keys/a", "k8s\0\n\n\n\002v1");

    assertRejected(prefix, "Kubernetes");
  }

  @Test
  void rejectsANewerFormat() {
    raw.put(prefix + "/format", "listwatch 3\n");

    assertRejected("format: 3", "expected: 1 to 2");
  }

  @Test
  void runningServerNoticesTheNewFormatWithItsNextWrite() {
    raw.put(prefix + "/format", "listwatch 1\n");
    var running = open();
    assertThat(running.format()).isEqualTo(StoredFormat.JSON);

    done(open().setFormat(StoredFormat.CHECKED));
    done(running.put(key("key"), value("one")));

    assertThat(running.format()).isEqualTo(StoredFormat.CHECKED);
  }

  /**
   * In each write, a version that knows only format 1 compares the marker with the old one, and
   * finds this one instead.
   */
  @Test
  void runningServerOfAnOlderVersionCannotWriteAfterTheNewFormat() {
    var running = open();
    raw.put(prefix + "/format", "listwatch 3\n");

    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> done(running.put(key("key"), value("one"))))
        .withMessageContaining("format: 3");
    assertThat(running.get(key("key"))).isEmpty();
  }

  @Test
  void jumpsAndWatchesSurviveANewFormat() {
    var storage = open();
    done(storage.advanceTo(1_000_000));
    long first = done(storage.put(key("key"), value("one")));

    try (var watch = storage.watch(KeyRange.all(), first)) {
      done(storage.setFormat(StoredFormat.JSON));
      long second = done(storage.put(key("key"), value("two")));

      assertThat(next(watch).revision()).isEqualTo(second).isGreaterThan(first);
    }
    assertThat(open().get(key("key"), first).orElseThrow().value()).isEqualTo(value("one"));
    assertThat(open().format()).isEqualTo(StoredFormat.JSON);
  }

  @Test
  void rejectsAMalformedMarker() {
    raw.put(prefix + "/format", "what is this");

    assertRejected(prefix + "/format", "what is this");
  }

  @Test
  void failsIfTheMarkerWasDeleted() {
    var storage = open();
    raw.delete(prefix + "/format");

    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> done(storage.put(key("key"), value("one"))))
        .withMessageContaining("absent");
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> done(storage.currentRevision()));
  }

  @Test
  void serversAgreeOnRevisionsAfterOneHasJumped() {
    var one = open();
    var other = open();
    long before = done(one.put(key("old"), value("one")));

    done(one.advanceTo(before + 1_000_000));

    long written = done(other.put(key("new"), value("one")));
    assertThat(written).isGreaterThan(before + 1_000_000);
    assertThat(one.get(key("new")).orElseThrow().revision()).isEqualTo(written);
    assertThat(other.get(key("old")).orElseThrow().revision()).isEqualTo(before);
    assertThat(done(other.update(key("old"), value("two"), before))).isEqualTo(written + 1);
    assertThat(open().get(key("old")).orElseThrow().revision()).isEqualTo(written + 1);
  }

  @Test
  void currentRevisionNoticesTheJumpOfAnotherServer() {
    var one = open();
    var other = open();
    long before = done(one.put(key("old"), value("one")));
    try (var watch = other.watch(KeyRange.all(), before)) {
      done(one.advanceTo(before + 1_000_000));

      assertThat(done(other.currentRevision())).isGreaterThanOrEqualTo(before + 1_000_000);

      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> next(watch));
    }
  }

  @Test
  void keysThatExpireTogetherShareALease() {
    var storage = open();
    for (int i = 0; i < 50; i++) {
      var lifetime = Lifetime.of(Duration.ofMinutes(60).minusMillis(i));
      done(storage.put(key("key " + i), value("one"), lifetime));
    }

    assertThat(raw.under(prefix + "/keys").stream().map(KeyValue::getLease).distinct())
        .hasSizeBetween(1, 2)
        .doesNotContain(0L);
  }

  @Test
  void copiesFromMemoryAndBack() {
    var memory = MemoryStorage.open(new ManualStorageClock());
    opened.add(memory);
    for (int i = 0; i < 1_200; i++) {
      done(memory.put(key("key " + i), value("value " + i)));
    }
    done(memory.advanceTo(1_000_000));
    var etcd = open();
    var copy = MemoryStorage.open(new ManualStorageClock());
    opened.add(copy);

    long there = new StorageCopy(memory, etcd).run();
    long back = new StorageCopy(etcd, copy).run();

    assertThat(there).isGreaterThan(1_000_000);
    assertThat(back).isGreaterThan(there);
    assertThat(values(etcd)).isEqualTo(values(memory)).hasSize(1_200);
    assertThat(values(copy)).isEqualTo(values(memory));
  }

  private static List<String> values(Storage storage) {
    return storage.range(KeyRange.all(), 5_000).entries().stream()
        .map(entry -> entry.key() + "=" + new String(entry.value(), UTF_8))
        .toList();
  }

  @Test
  void rejectsTooManyPendingWrites() {
    try (var proxy = new CuttingProxy(cluster.member(0).client());
        var storage = EtcdStorage.builder(List.of(proxy.uri()), clock).prefix(prefix).open()) {
      proxy.stopForwarding();
      for (int i = 0; i < OpenStages.MAX_WRITES; i++) {
        var unused = storage.put(key("key"), value("value " + i));
      }

      assertThatExceptionOfType(StorageUnavailableException.class)
          .isThrownBy(() -> done(storage.put(key("key"), value("too much"))))
          .withMessageContaining("pending writes");

      proxy.startForwarding();
      await().until(() -> isWritten(storage));
    }
  }

  private static boolean isWritten(Storage storage) {
    try {
      return done(storage.put(key("key"), value("after"))) > 0;
    } catch (StorageUnavailableException | UnknownOutcomeException notYet) {
      return false;
    }
  }

  @Test
  void closeStopsAllThreadsAndTimers() {
    var storage = open();
    var watch = storage.watch(KeyRange.all(), done(storage.currentRevision()));
    long last = done(storage.put(key("key"), value("one"), Lifetime.of(Duration.ofHours(1))));
    assertThat(next(watch).revision()).isEqualTo(last);
    assertThat(engineThreads()).isNotEmpty();

    storage.close();

    await().until(() -> engineThreads().isEmpty());
    assertThat(clock.pending()).isZero();
  }

  private static List<String> engineThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("listwatch-etcd"))
        .toList();
  }

  @Test
  void failsOnUnreachableEndpointsAndNamesThem() {
    var nobody = URI.create("http://127.0.0.1:1");

    assertThatExceptionOfType(StorageUnavailableException.class)
        .isThrownBy(() -> EtcdStorage.builder(List.of(nobody), clock).open())
        .withMessageContainingAll("127.0.0.1:1", "majority");

    await().until(() -> engineThreads().isEmpty());
  }

  @Test
  void timesOutOnAnUnresponsiveEndpoint() {
    try (var proxy = new CuttingProxy(cluster.member(0).client())) {
      proxy.stopForwarding();
      var builder =
          EtcdStorage.builder(List.of(proxy.uri()), clock).timeout(Duration.ofMillis(500));

      assertThatExceptionOfType(StorageUnavailableException.class)
          .isThrownBy(builder::open)
          .withMessageContaining(proxy.uri().toString());
    }
  }

  @Test
  void rejectsInvalidEndpointsAndPrefixes() {
    assertThatIllegalArgumentException().isThrownBy(() -> EtcdStorage.builder(List.of(), clock));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EtcdStorage.builder(List.of(URI.create("localhost:2379")), clock));
    for (var wrong : List.of("", "/", "listwatch", "/listwatch/")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> EtcdStorage.builder(cluster.endpoints(), clock).prefix(wrong).open());
    }
  }
}
