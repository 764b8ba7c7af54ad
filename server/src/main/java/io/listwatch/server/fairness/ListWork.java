package io.listwatch.server.fairness;

/**
 * The estimated cost of a list, or of the initial events of a watch: one seat for each 100 KB that
 * are in memory at a time.
 *
 * @param limit 0 for all objects
 * @param cached true if the watch cache serves it, which streams
 * @param selective true if it has a label or field selector
 * @param single true if it requests one object by name
 */
public record ListWork(long limit, boolean cached, boolean selective, boolean single) {
  private static final long BYTES_PER_SEAT = 100_000;
  private static final long MAX_CACHED_BYTES = 1_000_000;
  private static final int MAX_SEATS = 100;

  /** The assumed size of an object if the average is not known: the maximum size of an object. */
  private static final long MAX_OBJECT_BYTES = 1_500_000;

  /**
   * Returns the cost.
   *
   * @param objects the number of stored objects of the resource
   * @param averageBytes 0 if it is not known
   * @param levelMax the maximum seats of a request in its level; 0 for no limit
   */
  public WorkEstimate estimate(long objects, long averageBytes, int levelMax) {
    long size = averageBytes > 0 ? averageBytes : MAX_OBJECT_BYTES;
    long bytes = inMemory(objects) * size;
    long capped = cached ? Math.min(bytes, MAX_CACHED_BYTES) : bytes;
    long seats = (capped + BYTES_PER_SEAT - 1) / BYTES_PER_SEAT;
    return WorkEstimate.seats((int) Math.max(1, Math.min(seats, maxSeats(levelMax))));
  }

  private long inMemory(long objects) {
    long limited = limit > 0 ? Math.min(limit, objects) : objects;
    if (single) {
      return 1;
    }
    return !cached && selective ? Math.max(limited, objects / 2) : limited;
  }

  /** Returns the cost of a list that cannot be estimated. */
  public static WorkEstimate unknown(int levelMax) {
    return WorkEstimate.seats(maxSeats(levelMax));
  }

  private static int maxSeats(int levelMax) {
    return levelMax == 0 ? MAX_SEATS : Math.min(levelMax, MAX_SEATS);
  }
}
