package io.listwatch.server.fairness;

import org.jspecify.annotations.Nullable;

/**
 * A PriorityLevelConfiguration: a share of the server's seats, and the queues of the requests that
 * wait for them.
 *
 * @param uid empty if the object does not exist
 * @param shares the share of the server's seats, relative to the shares of the other levels
 * @param lendablePercent the part of its seats that other levels may borrow
 * @param borrowingLimitPercent the seats it may borrow, relative to its own; null for no limit
 */
public record PriorityLevelSpec(
    String name,
    String uid,
    int shares,
    int lendablePercent,
    @Nullable Integer borrowingLimitPercent,
    QueueSettings queues) {
  boolean exempt() {
    return queues.exempt();
  }

  /**
   * Returns the limits of this level.
   *
   * @param total the seats of the server
   * @param allShares the sum of the shares of all levels
   */
  Limits limits(int total, int allShares) {
    int nominal = allShares == 0 ? 0 : (int) Math.ceil((double) total * shares / allShares);
    int lendable = percent(nominal, lendablePercent);
    int borrowable =
        borrowingLimitPercent == null ? total : percent(nominal, borrowingLimitPercent);
    return new Limits(nominal, nominal - lendable, nominal + borrowable);
  }

  private static int percent(int seats, int percent) {
    return (int) Math.round(seats * percent / 100.0);
  }

  /**
   * The number of seats of a level.
   *
   * @param min the seats if all lendable ones are lent
   * @param max the seats if it borrows as many as it may
   */
  record Limits(int nominal, int min, int max) {
    /** Returns the seats before any demand is known: half of the lendable ones are lent. */
    int initial() {
      return nominal - (nominal - min) / 2;
    }

    /**
     * Returns the maximum seats of one request: at most 15 % of the level, so that each queue of a
     * hand has room for one request. Returns 0, for no limit, in a level without queues.
     */
    int maxSeats(QueueSettings queues) {
      return queues.queueing()
          ? Math.max(1, Math.min((int) Math.ceil(nominal * 0.15), nominal / queues.handSize()))
          : 0;
    }
  }
}
