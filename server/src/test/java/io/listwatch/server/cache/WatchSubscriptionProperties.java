package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * In every interleaving of the threads around a subscription, its reader receives exactly the
 * events after its start, each once and in order, or a prefix of them if the watch ends early.
 */
final class WatchSubscriptionProperties {
  private static final int ROUNDS = 10;
  private static final int MAX_STEPS = 100;
  private static final int MAX_READERS = 6;
  private static final int UNLIMITED = 100_000;

  /**
   * Selectors that the dispatcher finds by the value of a field, and selectors that it does not.
   */
  private static final List<String> SELECTORS =
      List.of(
          "",
          "spec.colour=red",
          "spec.colour=blue",
          "spec.colour!=red",
          "spec.colour=",
          "spec.colour=red,spec.colour=blue",
          "metadata.name=thing-1",
          "metadata.namespace=default,spec.colour=blue",
          "metadata.name!=thing-1,spec.colour=red",
          "metadata.namespace=other");

  private final List<SimulatedReader> readers = new ArrayList<>();

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void readsExactlyTheEventsAfterItsStart(@ForAll long seed) {
    var random = new Random(seed);
    boolean unlimited = random.nextBoolean();
    try (var cache = new SimulatedCache(random, unlimited ? UNLIMITED : 1 + random.nextInt(12))) {
      readers.clear();
      for (int i = 0; i < ROUNDS; i++) {
        for (int steps = random.nextInt(MAX_STEPS); steps > 0; steps--) {
          step(cache, random);
        }
        settle(cache);
        readers.forEach(reader -> reader.check(unlimited));
        readers.removeIf(SimulatedReader::isFinished);
      }
      checkBookmarks(cache);
    }
  }

  /** In this run an object is created and deleted between two lists of the cache. */
  @Example
  void watchMissesNoObjectThatExistedBetweenTwoLists() {
    readsExactlyTheEventsAfterItsStart(2321132474L);
  }

  private void step(SimulatedCache cache, Random random) {
    switch (random.nextInt(40)) {
      case 0 -> open(cache, random);
      case 1 -> any(random).ifPresent(SimulatedReader::begin);
      case 2 -> any(random).ifPresent(SimulatedReader::toggleDemand);
      case 3 -> any(random).ifPresent(SimulatedReader::requestBookmark);
      case 4 -> maybe(random, 10, () -> any(random).ifPresent(SimulatedReader::close));
      case 5 -> maybe(random, 10, cache::compact);
      case 6 -> maybe(random, 20, cache::relist);
      case 7, 8, 9, 10, 11, 12 -> cache.stepLoop();
      case 13, 14, 15, 16 -> cache.stepWorker();
      case 17, 18, 19, 20, 21, 22, 23 -> cache.stepWriter();
      case 24, 25, 26, 27, 28, 29, 30, 31 ->
          any(random)
              .filter(SimulatedReader::isReading)
              .ifPresent(reader -> reader.read(1 + random.nextInt(3)));
      default -> cache.write();
    }
  }

  private static void maybe(Random random, int oneIn, Runnable action) {
    if (random.nextInt(oneIn) == 0) {
      action.run();
    }
  }

  private Optional<SimulatedReader> any(Random random) {
    return readers.isEmpty()
        ? Optional.empty()
        : Optional.of(readers.get(random.nextInt(readers.size())));
  }

  private void open(SimulatedCache cache, Random random) {
    if (readers.size() == MAX_READERS) {
      return;
    }
    String fields = SELECTORS.get(random.nextInt(SELECTORS.size()));
    InitialEvents initial = List.of(InitialEvents.values()).get(random.nextInt(3));
    List<SimulatedCache.Change> history = cache.history();
    long after = history.get(random.nextInt(history.size())).version();
    WatchStart start =
        initial == InitialEvents.NONE
            ? WatchStart.after(random.nextInt(8) == 0 ? cache.version() + 3 : after)
            : WatchStart.with(cache.state());
    readers.add(new SimulatedReader(cache, start, initial, fields));
  }

  /** Runs all tasks of all threads, and lets every reader read. */
  private void settle(SimulatedCache cache) {
    readers.forEach(SimulatedReader::begin);
    readers.forEach(SimulatedReader::resume);
    while (cache.isBusy() || readers.stream().anyMatch(SimulatedReader::isReading)) {
      cache.stepWriter();
      cache.stepLoop();
      cache.stepWorker();
      readers.stream().filter(SimulatedReader::isReading).forEach(reader -> reader.read(2));
    }
  }

  /** A requested bookmark is sent even if nothing else happens. */
  private void checkBookmarks(SimulatedCache cache) {
    for (SimulatedReader reader : readers) {
      int before = reader.bookmarks();
      reader.requestBookmark();
      settle(cache);
      if (!reader.isFinished() && !reader.isOfTheFuture()) {
        assertThat(reader.bookmarks()).isGreaterThan(before);
      }
    }
  }
}
