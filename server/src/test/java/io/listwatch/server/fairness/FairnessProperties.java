package io.listwatch.server.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.fairness.SeatAllocation.Item;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

/** Invariants of queues and seats, for random requests and demands. */
final class FairnessProperties {
  private final ManualTimers timers = new ManualTimers();

  @Property(tries = 200)
  void seatsAreNeverExceeded(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int seats) {
    var random = new Random(seed);
    var level = new QueueSet(new QueueSettings(8, 3, 10), seats, timers);
    List<Started> requests = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      step(level, random, requests);

      int inUse = requests.stream().filter(Started::executes).mapToInt(Started::seats).sum();
      long executing = requests.stream().filter(Started::executes).count();
      assertThat(inUse <= seats || executing == 1).as("%d of %d seats", inUse, seats).isTrue();
    }
  }

  @Property(tries = 100)
  void everyRequestIsDecidedWhenTheOthersHaveEnded(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int seats) {
    var random = new Random(seed);
    var level = new QueueSet(new QueueSettings(8, 3, 10), seats, timers);
    List<Started> requests = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      step(level, random, requests);
    }
    while (!requests.isEmpty()) {
      List<Started> executing = requests.stream().filter(Started::executes).toList();
      assertThat(executing).as("of %d requests", requests.size()).isNotEmpty();
      requests.removeAll(executing);
      timers.advance(Duration.ofMillis(1 + random.nextInt(50)));
      executing.forEach(each -> each.admission().leave());
    }

    assertThat(level.isIdle()).isTrue();
    assertThat(level.takeDemand().max()).isNotNegative();
    assertThat(level.dump("level", false).queues()).allMatch(queue -> queue.seatsInUse() == 0);
  }

  @Property(tries = 100)
  void flowWithOneQueueIsServedInOrder(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int seats) {
    var random = new Random(seed);
    var level = new QueueSet(new QueueSettings(16, 1, 1_000), seats, timers);
    List<Started> flow = new ArrayList<>();
    List<Started> others = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      flow.add(new Started(Flows.start(level, "a", 1 + random.nextInt(3)), 1));
      others.add(new Started(Flows.start(level, "b" + random.nextInt(5), 1), 1));
    }
    while (!flow.isEmpty()) {
      boolean waiting = false;
      for (Started each : flow) {
        waiting |= !each.executes();
        assertThat(waiting && each.executes()).as("overtakes").isFalse();
      }
      leaveOne(random.nextBoolean() ? flow : others);
    }
  }

  private static void leaveOne(List<Started> requests) {
    for (Started each : List.copyOf(requests)) {
      if (each.executes()) {
        each.admission().leave();
        requests.remove(each);
        return;
      }
    }
  }

  @Property
  void dealsDifferentQueues(
      @ForAll long hash, @ForAll @IntRange(min = 1, max = 128) int deck, @ForAll int size) {
    int hand = 1 + Math.floorMod(size, Math.min(deck, 8));

    int[] dealt = new Dealer(deck, hand).deal(hash);

    assertThat(dealt).hasSize(hand).doesNotHaveDuplicates();
    assertThat(Arrays.stream(dealt)).allMatch(card -> card >= 0 && card < deck);
  }

  @Property(tries = 500)
  void allocationAddsUpWithinBounds(@ForAll long seed) {
    var random = new Random(seed);
    List<Item> items = new ArrayList<>();
    int low = 0;
    int high = 0;
    for (int i = 0; i < 1 + random.nextInt(8); i++) {
      int min = random.nextInt(50);
      int max = min + random.nextInt(600);
      items.add(new Item(min, max, min + random.nextInt(100) * random.nextDouble()));
      low += min;
      high += max;
    }
    int sum = low + random.nextInt(high - low + 1);

    var allocation = SeatAllocation.of(sum, items).orElseThrow();

    assertThat(allocation.seats().stream().mapToDouble(each -> each).sum())
        .isCloseTo(sum, Offset.offset(0.001));
    for (int i = 0; i < items.size(); i++) {
      assertThat(allocation.seats().get(i)).isBetween(items.get(i).min(), items.get(i).max());
    }
  }

  private void step(QueueSet level, Random random, List<Started> requests) {
    timers.advance(Duration.ofMillis(random.nextInt(5)));
    if (random.nextInt(3) > 0 || requests.isEmpty()) {
      int seats = 1 + random.nextInt(4);
      String user = "user-" + random.nextInt(6);
      var started = new Started(Flows.start(level, user, seats), seats);
      if (!Flows.rejected(started.admission())) {
        requests.add(started);
      }
    } else {
      Started over = requests.remove(random.nextInt(requests.size()));
      over.admission().leave();
    }
  }

  private record Started(SeatRequest admission, int seats) {
    boolean executes() {
      return Flows.executes(admission);
    }
  }
}
