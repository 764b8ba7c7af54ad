package io.listwatch.server.fairness;

/**
 * The estimated cost of a write: one seat, and afterwards a tenth of a seat for 5 ms for each watch
 * that receives its event.
 */
public final class WriteWork {
  private static final int WATCHES_PER_SEAT = 10;
  private static final long EVENT_NANOS = 5_000_000;
  private static final int MAX_SEATS = 10;

  private WriteWork() {}

  /**
   * Returns the cost. Fewer than ten watches cost no final seats.
   *
   * @param levelMax the maximum seats of a request in its level; 0 for no limit
   */
  public static WorkEstimate estimate(int watches, int levelMax) {
    if (watches < WATCHES_PER_SEAT) {
      return WorkEstimate.ONE_SEAT;
    }
    int seats = (watches + WATCHES_PER_SEAT - 1) / WATCHES_PER_SEAT;
    return new WorkEstimate(1, seats, EVENT_NANOS)
        .withFinalSeats(levelMax == 0 ? MAX_SEATS : Math.min(levelMax, MAX_SEATS));
  }
}
