package io.listwatch.server.fairness;

/**
 * The estimated cost of a request.
 *
 * @param initialSeats the seats it occupies while it is executed
 * @param finalSeats the seats it occupies after that, while watches receive its events
 * @param additionalNanos how long it occupies the final seats; its client does not wait for that
 */
public record WorkEstimate(int initialSeats, int finalSeats, long additionalNanos) {
  /** The cost of most requests. */
  public static final WorkEstimate ONE_SEAT = seats(1);

  /** Returns the cost of a request that occupies no seats after its execution. */
  public static WorkEstimate seats(int seats) {
    return new WorkEstimate(seats, 0, 0);
  }

  /** True for the cost of most requests: one seat. */
  boolean narrow() {
    return maxSeats() <= 1;
  }

  /** Returns the seats that it occupies from the start to the end. */
  public int maxSeats() {
    return Math.max(initialSeats, finalSeats);
  }

  /**
   * Returns the same work with at most {@code limit} final seats, which are then occupied longer.
   */
  WorkEstimate withFinalSeats(int limit) {
    if (finalSeats <= limit) {
      return this;
    }
    int seats = Math.max(1, limit);
    long work = SeatSeconds.of(finalSeats, additionalNanos);
    return new WorkEstimate(initialSeats, seats, SeatSeconds.nanos(work, seats));
  }
}
