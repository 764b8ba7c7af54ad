package io.listwatch.server.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimated costs, with kube-apiserver's formulas. */
final class WorkEstimatesTest {
  @ParameterizedTest
  @CsvSource({
    // limit, cached, selective, single, objects, size, level's maximum, seats
    "0, true, false, false, 0, 0, 37, 1",
    "0, true, false, false, 49, 2000, 37, 1",
    "0, true, false, false, 51, 2000, 37, 2",
    "0, true, false, false, 10000, 2000, 37, 10",
    "0, true, false, false, 10000, 2000, 8, 8",
    "500, true, false, false, 10000, 1000, 37, 5",
    "0, false, false, false, 10000, 2000, 37, 37",
    "0, false, false, false, 10000, 2000, 0, 100",
    "10, false, true, false, 1000, 1000, 37, 5",
    "10, false, false, false, 1000, 1000, 37, 1",
    "0, true, false, true, 10000, 2000, 37, 1",
    "0, true, false, false, 1, 0, 37, 10"
  })
  void listCostsASeatForEach100Kilobytes(
      long limit,
      boolean cached,
      boolean selective,
      boolean single,
      long objects,
      long size,
      int levelMax,
      int seats) {
    var work = new ListWork(limit, cached, selective, single);

    assertThat(work.estimate(objects, size, levelMax)).isEqualTo(WorkEstimate.seats(seats));
  }

  @Test
  void listThatCannotBeEstimatedCostsTheMaximum() {
    assertThat(ListWork.unknown(8)).isEqualTo(WorkEstimate.seats(8));
    assertThat(ListWork.unknown(0)).isEqualTo(WorkEstimate.seats(100));
  }

  @ParameterizedTest
  @CsvSource({
    // watches, level's maximum, final seats, additional time in ms
    "0, 37, 0, 0",
    "9, 37, 0, 0",
    "10, 37, 1, 5",
    "11, 37, 2, 5",
    "100, 37, 10, 5",
    "200, 37, 10, 10",
    "100, 4, 4, 12",
    "2000, 0, 10, 100"
  })
  void writeCostsATenthOfASeatForEachWatch(int watches, int levelMax, int seats, long millis) {
    WorkEstimate work = WriteWork.estimate(watches, levelMax);

    assertThat(work.initialSeats()).isEqualTo(1);
    assertThat(work.finalSeats()).isEqualTo(seats);
    assertThat(Duration.ofNanos(work.additionalNanos()).toMillis()).isEqualTo(millis);
  }

  @Test
  void countsWatchesThatReceiveAWrite() {
    var counts = new WatchCounts();
    var write = Flows.get("alice");
    Runnable over = counts.add(Flows.get("bob"));
    Runnable unused = counts.add(Flows.get("carol"));

    assertThat(counts.interested(write)).isEqualTo(2);
    over.run();
    assertThat(counts.interested(write)).isEqualTo(1);
  }

  @Test
  void retryAfterDoublesWhileManyAreRejectedAndShrinksAfterwards() {
    var retry = new RetryAfter();
    long last = 0;
    for (long second = 1_000; second < 1_200; second++) {
      for (int i = 0; i < 200; i++) {
        last = retry.reject(second);
      }
    }
    assertThat(last).isEqualTo(32);

    for (long second = 1_300; second < 3_000; second += 40) {
      last = retry.reject(second);
    }
    assertThat(last).isEqualTo(1);
  }

  @Test
  void firstRejectedClientRetriesAfterASecond() {
    assertThat(new RetryAfter().reject(1_000)).isEqualTo(1);
  }
}
