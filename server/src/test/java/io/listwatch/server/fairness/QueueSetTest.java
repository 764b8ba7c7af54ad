package io.listwatch.server.fairness;

import static io.listwatch.server.fairness.Flows.executes;
import static io.listwatch.server.fairness.Flows.rejected;
import static io.listwatch.server.fairness.Flows.start;
import static io.listwatch.server.fairness.Flows.waits;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class QueueSetTest {
  private static final Duration SERVICE = Duration.ofMillis(10);

  private final ManualTimers timers = new ManualTimers();

  private QueueSet level(int queues, int hand, int length, int seats) {
    return new QueueSet(new QueueSettings(queues, hand, length), seats, timers);
  }

  @Test
  void executesAtOnceWhileSeatsAreFree() {
    QueueSet level = level(8, 2, 5, 2);

    assertThat(executes(start(level, "a", 1))).isTrue();
    assertThat(executes(start(level, "a", 1))).isTrue();
    assertThat(waits(start(level, "a", 1))).isTrue();
  }

  @Test
  void waitingRequestTakesTheSeatThatIsFreed() {
    QueueSet level = level(8, 2, 5, 1);
    SeatRequest first = start(level, "a", 1);
    SeatRequest second = start(level, "a", 1);

    first.leave();

    assertThat(executes(second)).isTrue();
  }

  @Test
  void recordsLengthsOfQueuesAndListsThatDoNotFit() {
    QueueSet level = level(1, 1, 10, 16);
    var metrics = new RecordedGauges();
    FlowMeters.Series meters = Flows.meters(metrics);
    for (int seats : List.of(10, 10, 10)) {
      SeatRequest unused =
          level.start(Flows.of("a"), Flows.get("a"), WorkEstimate.seats(seats), meters);
    }

    String prefix = "apiserver_flowcontrol_request_";
    assertThat(metrics.highest(prefix + "queue_length_after_enqueue", "level", "test"))
        .isEqualTo(2);
    assertThat(metrics.counted(prefix + "dispatch_no_accommodation_total", "level", "test"))
        .isEqualTo(2);
  }

  @Test
  void rejectsWhenTheQueuesOfTheHandAreFull() {
    QueueSet level = level(1, 1, 2, 1);
    List<SeatRequest> requests = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      requests.add(start(level, "a", 1));
    }

    assertThat(executes(requests.get(0))).isTrue();
    assertThat(waits(requests.get(1))).isTrue();
    assertThat(waits(requests.get(2))).isTrue();
    assertThat(rejected(requests.get(3))).isTrue();
    assertThat(level.dump("level", false).rejected()).isEqualTo(1);
  }

  @Test
  void levelWithoutQueuesRejectsBeyondItsSeats() {
    var level = new QueueSet(QueueSettings.REJECT, 2, timers);

    assertThat(executes(start(level, "a", 1))).isTrue();
    assertThat(rejected(start(level, "a", 2))).isTrue();
    assertThat(executes(start(level, "a", 1))).isTrue();
    assertThat(rejected(start(level, "b", 1))).isTrue();
  }

  @Test
  void exemptLevelExecutesEverythingAtOnce() {
    var level = new QueueSet(QueueSettings.EXEMPT, 0, timers);

    for (int i = 0; i < 1_000; i++) {
      assertThat(executes(start(level, "a", 10))).isTrue();
    }
  }

  @Test
  void requestThatTimesOutLeavesItsQueue() {
    QueueSet level = level(1, 1, 1, 1);
    SeatRequest first = start(level, "a", 1);
    SeatRequest late = start(level, "a", 1);

    late.timeOut();

    assertThat(rejected(late)).isTrue();
    SeatRequest next = start(level, "a", 1);
    assertThat(waits(next)).isTrue();
    first.leave();
    assertThat(executes(next)).isTrue();
    assertThat(level.dump("level", false).cancelled()).isEqualTo(1);
  }

  @Test
  void timeOutDoesNotEndAnExecution() {
    QueueSet level = level(1, 1, 1, 1);
    SeatRequest first = start(level, "a", 1);

    first.timeOut();

    assertThat(executes(first)).isTrue();
    assertThat(waits(start(level, "a", 1))).isTrue();
  }

  @Test
  void leavingTwiceFreesSeatsOnce() {
    QueueSet level = level(1, 1, 5, 1);
    SeatRequest first = start(level, "a", 1);
    SeatRequest second = start(level, "a", 1);
    SeatRequest third = start(level, "a", 1);

    first.leave();
    first.leave();

    assertThat(executes(second)).isTrue();
    assertThat(waits(third)).isTrue();
  }

  @Test
  void requestWiderThanTheLevelIsExecutedAlone() {
    QueueSet level = level(1, 1, 5, 2);
    SeatRequest narrow = start(level, "a", 1);
    SeatRequest wide = start(level, "a", 5);
    SeatRequest after = start(level, "a", 1);
    assertThat(waits(wide)).isTrue();

    narrow.leave();
    assertThat(executes(wide)).isTrue();
    assertThat(waits(after)).isTrue();

    wide.leave();
    assertThat(executes(after)).isTrue();
  }

  @Test
  void requestWaitsBehindWideRequest() {
    QueueSet level = level(1, 1, 5, 2);
    SeatRequest first = start(level, "a", 1);
    SeatRequest wide = start(level, "a", 2);
    SeatRequest narrow = start(level, "a", 1);
    assertThat(waits(narrow)).isTrue();

    wide.leave();

    assertThat(executes(narrow)).isTrue();
    assertThat(rejected(wide)).isTrue();
    first.leave();
  }

  @Test
  void seatsStayOccupiedWhileWatchesReceiveTheEvent() {
    QueueSet level = level(1, 1, 5, 2);
    SeatRequest write = start(level, "a", new WorkEstimate(1, 2, 5_000_000));
    SeatRequest next = start(level, "a", 1);

    write.leave();
    assertThat(waits(next)).isTrue();

    timers.advance(Duration.ofMillis(5));
    assertThat(executes(next)).isTrue();
  }

  @Test
  void moreSeatsDispatchWaitingRequests() {
    QueueSet level = level(1, 1, 5, 1);
    SeatRequest first = start(level, "a", 1);
    SeatRequest second = start(level, "a", 1);

    level.configure(new QueueSettings(1, 1, 5), 2).forEach(FlowRequest::decide);

    assertThat(executes(first)).isTrue();
    assertThat(executes(second)).isTrue();
  }

  @Test
  void surplusQueuesDisappearOnceTheyAreEmpty() {
    QueueSet level = level(8, 8, 5, 1);
    SeatRequest first = start(level, "a", 1);
    SeatRequest second = start(level, "a", 1);

    level.configure(new QueueSettings(1, 1, 5), 1).forEach(FlowRequest::decide);
    assertThat(level.dump("level", false).queues()).hasSizeBetween(1, 2);
    first.leave();
    second.leave();

    assertThat(executes(second)).isTrue();
    assertThat(level.dump("level", false).queues()).hasSize(1);
  }

  @Test
  void oneFlowDoesNotDelayAnother() {
    QueueSet level = level(64, 1, 100, 2);
    for (int i = 0; i < 50; i++) {
      SeatRequest unused = start(level, "greedy", 1);
    }
    SeatRequest busy = start(level, "greedy", 1);
    SeatRequest modest = start(level, "modest", 1);

    assertThat(waits(busy)).isTrue();
    timers.advance(SERVICE);
    level.configure(new QueueSettings(64, 1, 100), 3).forEach(FlowRequest::decide);

    assertThat(executes(modest)).isTrue();
    assertThat(waits(busy)).isTrue();
  }

  @Test
  void getOvertakesListThatWaitsForSeats() {
    QueueSet level = level(64, 1, 100, 16);
    SeatRequest list = start(level, "greedy", 8);
    SeatRequest waiting = start(level, "greedy", 8);

    SeatRequest get = start(level, "modest", 1);

    assertThat(executes(list)).isTrue();
    assertThat(waits(waiting)).isTrue();
    assertThat(executes(get)).isTrue();
  }

  @Test
  void getsDoNotStarveListThatWaitsForSeats() {
    QueueSet level = level(64, 1, 100, 16);
    Deque<SeatRequest> gets = new ArrayDeque<>();
    for (int i = 0; i < 40; i++) {
      gets.add(start(level, "modest", 1));
    }
    SeatRequest list = start(level, "greedy", 8);

    for (int i = 0; i < 40 && waits(list); i++) {
      gets.add(start(level, "modest", 1));
      gets.remove().leave();
    }

    assertThat(executes(list)).isTrue();
  }

  /** A queue is charged for lists in progress with the mean duration of lists that have ended. */
  @Test
  void flowWithLongListsInProgressWaitsBehindFlowWithNone() {
    QueueSet level = level(64, 1, 100, 4);
    SeatRequest ended = start(level, "greedy", 4);
    timers.advance(Duration.ofSeconds(8));
    ended.leave();
    SeatRequest list = start(level, "greedy", 4);
    SeatRequest next = start(level, "greedy", 4);
    timers.advance(Duration.ofMillis(20));
    SeatRequest modest = start(level, "modest", 4);

    list.leave();

    assertThat(executes(modest)).isTrue();
    assertThat(waits(next)).isTrue();
  }

  @Test
  void flowsShareTheSeatsEqually() {
    assertThat(shares(1, 1)).allMatch(done -> done >= 490 && done <= 510);
  }

  /** Each flow gets the same work, so fewer of the requests that need many seats are executed. */
  @Test
  void wideRequestsCountByTheirSeats() {
    List<Integer> done = shares(4, 1);

    assertThat(done.get(1) / (double) done.get(0)).isBetween(3.5, 4.5);
  }

  /** Runs two flows that always have requests waiting; returns how many of each were executed. */
  private List<Integer> shares(int oneSeats, int otherSeats) {
    QueueSet level = level(64, 1, 1_000, 8);
    Deque<SeatRequest> one = new ArrayDeque<>();
    Deque<SeatRequest> other = new ArrayDeque<>();
    int[] done = new int[2];
    while (done[0] + done[1] < 1_000) {
      while (one.size() < 40) {
        one.add(start(level, "one", oneSeats));
      }
      while (other.size() < 40) {
        other.add(start(level, "other", otherSeats));
      }
      timers.advance(SERVICE);
      List<SeatRequest> over =
          Stream.concat(one.stream(), other.stream()).filter(Flows::executes).toList();
      over.forEach(SeatRequest::leave);
      done[0] += one.removeAll(over) ? 40 - one.size() : 0;
      done[1] += other.removeAll(over) ? 40 - other.size() : 0;
    }
    return List.of(done[0], done[1]);
  }
}
