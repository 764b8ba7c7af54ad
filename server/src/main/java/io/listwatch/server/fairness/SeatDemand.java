package io.listwatch.server.fairness;

/**
 * The number of seats that the requests of a level occupy or wait for, as a function of time:
 * integrates it over a period.
 *
 * <p>Not thread-safe.
 */
final class SeatDemand {
  private long since;
  private double current;
  private double max;
  private double seconds;
  private double integral;
  private double squares;

  SeatDemand(long now) {
    since = now;
  }

  void set(double seats, long now) {
    advance(now);
    current = seats;
    max = Math.max(max, seats);
  }

  private void advance(long now) {
    double elapsed = (now - since) / 1e9;
    since = now;
    seconds += elapsed;
    integral += current * elapsed;
    squares += current * current * elapsed;
  }

  /** Returns the figures of the period that ends now, and starts the next one. */
  Period end(long now) {
    advance(now);
    double average = seconds > 0 ? integral / seconds : 0;
    double variance = seconds > 0 ? squares / seconds - average * average : 0;
    var period = new Period(seconds, average, Math.sqrt(Math.max(0, variance)), max);
    seconds = 0;
    integral = 0;
    squares = 0;
    max = current;
    return period;
  }

  /**
   * The demand in one period.
   *
   * @param seconds the length of the period
   * @param deviation the standard deviation
   */
  record Period(double seconds, double average, double deviation, double max) {}
}
