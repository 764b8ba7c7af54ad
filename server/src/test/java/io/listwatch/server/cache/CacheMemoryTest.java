package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The choice of the resource that loses its cache, and the time of its return. */
final class CacheMemoryTest {
  private static final long MAX = 100_000;

  private final ManualTimers timers = new ManualTimers();
  private final CountedMetrics metrics = new CountedMetrics();
  private OldGeneration heap = OldGeneration.EMPTY;
  private final CacheMemory memory =
      new CacheMemory(MAX, timers, Runnable::run, metrics, () -> heap);
  private final List<String> log = new ArrayList<>();

  private final Resource pods = new Resource("pods");
  private final Resource nodes = new Resource("nodes");
  private final Resource leases = new Resource("leases");

  /** A resource with objects of a thousand bytes each. */
  private final class Resource implements CacheOwner {
    private final String name;
    private final CacheResidency residency;
    private CacheAccount account;
    private long stored;

    private Resource(String name) {
      this.name = name;
      this.residency = memory.add(this);
      this.account = memory.open(residency);
    }

    /** Adds objects to storage, and to the cache if there is one. */
    private void grow(int objects) {
      stored += objects;
      account.changed(1_000L * objects, objects);
    }

    private void fill() {
      account.filled(1_000L * stored, stored);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CacheDescription describe(boolean recent) {
      return CacheDescription.uncached(ResourceType.cluster("v1", "Thing", "things"));
    }

    @Override
    public void dropCache() {
      log.add("-" + name);
    }

    @Override
    public void restoreCache() {
      log.add("+" + name);
      account = memory.open(residency);
    }

    @Override
    public long storedObjects() {
      return stored;
    }
  }

  /** Advances the clock step by step, so that each timer fires at its time. */
  private void pass(Duration time) {
    for (long left = time.toSeconds(); left > 0; left -= 10) {
      timers.advance(Duration.ofSeconds(10));
    }
  }

  @Test
  void everythingIsCachedUpToTheMaximum() {
    pods.grow(60);
    nodes.grow(40);

    assertThat(log).isEmpty();
    assertThat(memory.uncached()).isEmpty();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void largestResourceLosesItsCacheEvenIfAnotherGrows() {
    pods.grow(60);
    nodes.grow(30);
    leases.grow(11);

    assertThat(log).containsExactly("-pods");
    assertThat(memory.uncached()).containsExactly("pods");
    assertThat(metrics.count("watch_cache_evictions_total")).isEqualTo(1);
  }

  @Test
  void severalResourcesLoseTheirCacheIfOneIsNotEnough() {
    pods.grow(45);
    nodes.grow(55);
    leases.grow(120);

    assertThat(log).containsExactly("-leases");
    assertThat(memory.uncached()).containsExactly("leases");

    pods.grow(70);

    assertThat(memory.uncached()).containsExactly("leases", "pods");
  }

  @Test
  void cacheReturnsWhenItsObjectsAreDeleted() {
    pods.grow(101);
    pass(Duration.ofMinutes(5));
    assertThat(log).containsExactly("-pods");

    pods.stored = 70;
    pass(Duration.ofMinutes(1));

    assertThat(log).containsExactly("-pods", "+pods");
    assertThat(memory.uncached()).containsExactly("pods");

    pods.fill();

    assertThat(memory.uncached()).isEmpty();
    pass(Duration.ofMinutes(2));
    assertThat(timers.pending()).isZero();
  }

  @Test
  void cacheReturnsWhenOtherResourcesShrink() {
    pods.grow(60);
    nodes.grow(50);
    assertThat(log).containsExactly("-pods");

    nodes.grow(-40);
    pass(Duration.ofMinutes(2));

    assertThat(log).containsExactly("-pods", "+pods");
  }

  @Test
  void cacheDoesNotReturnIfItWouldBarelyFit() {
    pods.grow(60);
    nodes.grow(41);

    nodes.grow(-20);
    pass(Duration.ofHours(1));

    assertThat(log).containsExactly("-pods");
  }

  @Test
  void delayDoublesIfCacheIsLostSoonAfterItsReturn() {
    pods.grow(101);
    var gaps = new ArrayList<Long>();
    for (int i = 0; i < 8; i++) {
      pods.stored = 50;
      int before = log.size();
      long start = timers.nanoTime();
      while (log.size() == before) {
        timers.advance(Duration.ofSeconds(10));
      }
      gaps.add(Duration.ofNanos(timers.nanoTime() - start).toMinutes());
      pods.fill();
      pods.grow(51);
    }

    assertThat(gaps).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
  }

  @Test
  void firstDelayAppliesAgainAfterAStablePeriod() {
    pods.grow(101);
    for (int i = 0; i < 3; i++) {
      pods.stored = 50;
      pass(Duration.ofMinutes(2));
      pods.fill();
      pass(CacheMemory.STABLE);
      pods.grow(51);
    }

    assertThat(log).containsExactly("-pods", "+pods", "-pods", "+pods", "-pods", "+pods", "-pods");
  }

  @Test
  void returningResourceGivesWayToLargerOnes() {
    pods.grow(30);
    nodes.grow(40);
    leases.grow(60);
    assertThat(log).containsExactly("-leases");

    leases.stored = 1;
    pass(Duration.ofMinutes(2));
    leases.account.changed(31_000, 31);

    assertThat(log).containsExactly("-leases", "+leases", "-leases");
  }

  @Test
  void cachesReturnOneAtATimeSmallestFirst() {
    pods.grow(150);
    nodes.grow(140);
    leases.grow(130);
    pods.stored = 20;
    nodes.stored = 10;
    leases.stored = 15;

    pass(Duration.ofMinutes(10));
    assertThat(log).endsWith("+nodes");

    nodes.fill();
    pass(Duration.ofMinutes(1));
    assertThat(log).endsWith("+nodes", "+leases");
  }

  @Test
  void lostCacheNoLongerCounts() {
    CacheAccount lost = pods.account;
    pods.grow(101);

    lost.changed(500_000, 500);
    nodes.grow(100);

    assertThat(log).containsExactly("-pods");
  }

  @Test
  void removedResourceGivesItsBytesBack() {
    pods.grow(60);
    memory.remove(pods.residency);

    nodes.grow(100);

    assertThat(log).isEmpty();
  }

  /** The last collection of the old generation has left this many percent. */
  private void collected(long percent) {
    heap = new OldGeneration(percent * 1_000, 100_000);
    timers.advance(HeapPressure.READ_INTERVAL);
  }

  /** The budgets of the server add up to more than the heap. */
  @Test
  void largestLosesItsCacheIfTheHeapIsNearlyFull() {
    pods.grow(30);
    nodes.grow(20);
    collected(86);

    leases.grow(1);

    assertThat(log).containsExactly("-pods");
    assertThat(memory.uncached()).containsExactly("pods");
  }

  @Test
  void noneLosesItsCacheWhileTheHeapHasRoom() {
    pods.grow(30);
    collected(85);

    leases.grow(1);

    assertThat(log).isEmpty();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void lostCacheCountsAsFreeBeforeTheNextCollection() {
    pods.grow(30);
    nodes.grow(20);
    collected(90);
    leases.grow(1);

    pass(Duration.ofMinutes(5));
    leases.grow(1);

    assertThat(log).containsExactly("-pods");
  }

  @Test
  void anotherLosesItsCacheIfLaterCollectionsFindTheHeapFull() {
    pods.grow(30);
    nodes.grow(20);
    collected(90);
    leases.grow(1);

    collected(89);
    leases.grow(1);
    assertThat(log).containsExactly("-pods");
    pass(HeapPressure.PAUSE);

    assertThat(log).containsExactly("-pods", "-nodes");
  }

  @Test
  void returnsWhenACollectionHasFoundRoom() {
    pods.grow(30);
    collected(90);
    leases.grow(1);
    collected(46);
    pass(Duration.ofMinutes(5));
    assertThat(log).containsExactly("-pods");

    collected(45);
    pass(Duration.ofMinutes(1));

    assertThat(log).containsExactly("-pods", "+pods");
  }

  @Test
  void returnsIfThereWasNoCollectionForLong() {
    pods.grow(30);
    collected(90);
    leases.grow(1);
    pass(HeapPressure.EXPIRY.minusSeconds(60));
    assertThat(log).containsExactly("-pods");

    pass(Duration.ofMinutes(2));

    assertThat(log).containsExactly("-pods", "+pods");
  }

  @Test
  void readsTheHeapOfThisProcess() {
    System.gc();

    OldGeneration reading = OldGeneration.read();

    assertThat(reading.used()).isPositive();
    assertThat(reading.max()).isBetween(reading.used(), Runtime.getRuntime().maxMemory());
  }

  @Test
  void closedMemoryHasNoTimer() {
    pods.grow(101);
    @Nullable Duration review = timers.untilNext();
    assertThat(review).isEqualTo(CacheMemory.REVIEW_INTERVAL);

    memory.close();

    assertThat(timers.pending()).isZero();
  }
}
