package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.etcd.Patience.key;
import static io.listwatch.storage.etcd.Patience.next;
import static io.listwatch.storage.etcd.Patience.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RevisionConflictException;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.UnknownOutcomeException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster of three members, one of which is killed. */
@Tag("etcd")
@Timeout(300)
final class EtcdFailoverTest {
  private final RunningClock clock = new RunningClock();
  private EtcdCluster cluster;
  private EtcdMember leader;

  @BeforeEach
  void startCluster() {
    cluster = EtcdCluster.start(3);
    leader = cluster.leader();
  }

  @AfterEach
  void stopCluster() {
    clock.close();
    cluster.close();
  }

  /** Opens a storage that uses the leader first. */
  private EtcdStorage open() {
    var endpoints = new ArrayList<>(List.of(leader.client()));
    cluster.endpoints().stream().filter(e -> !e.equals(leader.client())).forEach(endpoints::add);
    return open(endpoints);
  }

  private EtcdStorage open(List<URI> endpoints) {
    return EtcdStorage.builder(endpoints, clock).timeout(Duration.ofSeconds(3)).open();
  }

  @Test
  void losesAndRepeatsNothingWhenTheLeaderDies() {
    int count = 1_500;
    try (var storage = open();
        var watch = storage.watch(KeyRange.all(), done(storage.currentRevision()))) {
      var watched = CompletableFuture.supplyAsync(() -> revisions(watch, count));
      var written = new ArrayList<Long>();
      for (int i = 0; i < count; i++) {
        if (i == count / 3) {
          leader.kill();
        } else if (i == 2 * count / 3) {
          leader.restart();
        }
        written.add(create(storage, i));
      }

      assertThat(watched.join()).isEqualTo(written).isSorted().doesNotHaveDuplicates();
      var found = new ArrayList<Long>();
      for (int i = 0; i < count; i++) {
        found.add(storage.get(key("key " + i)).orElseThrow().revision());
      }
      assertThat(found).isEqualTo(written);
    }
  }

  private static List<Long> revisions(BlockingWatch watch, int count) {
    var revisions = new ArrayList<Long>();
    while (revisions.size() < count) {
      revisions.add(next(watch).revision());
    }
    return revisions;
  }

  /** Retries until the key exists; a conflict means that an earlier attempt has created it. */
  private static long create(Storage storage, int number) {
    for (int attempt = 0; attempt < 30; attempt++) {
      try {
        return done(storage.create(key("key " + number), value("value " + number)));
      } catch (StorageUnavailableException | UnknownOutcomeException e) {
        // The key may or may not have been created.
      } catch (RevisionConflictException e) {
        return e.current().orElseThrow().revision();
      }
    }
    throw new AssertionError("no majority");
  }

  @Test
  void watchReadsItsBacklogWhileTheLeaderDies() {
    int count = 2_000;
    try (var storage = open()) {
      long start = done(storage.currentRevision());
      var written = new ArrayList<Long>();
      for (int i = 0; i < count; i++) {
        written.add(create(storage, i));
      }
      try (var watch = storage.watch(KeyRange.all(), start)) {
        var watched = new ArrayList<>(revisions(watch, count / 10));

        leader.kill();

        watched.addAll(revisions(watch, count - count / 10));
        assertThat(watched).isEqualTo(written);
        written.clear();
        written.add(create(storage, count));
        assertThat(next(watch).revision()).isEqualTo(written.get(0));
      }
    }
  }

  @Test
  void usesTheNextEndpointIfOneIsDown() {
    var endpoints = new ArrayList<>(List.of(URI.create("http://127.0.0.1:1")));
    endpoints.addAll(cluster.endpoints());
    EtcdMember follower = cluster.member(0) == leader ? cluster.member(1) : cluster.member(0);
    follower.kill();

    try (var storage = open(endpoints)) {
      long revision = create(storage, 1);

      assertThat(storage.get(key("key 1")).orElseThrow().revision()).isEqualTo(revision);
      assertThat(storage.reportsProgress()).as("as nobody knows what the dead one is").isFalse();
    }
  }
}
