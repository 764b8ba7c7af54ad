package io.listwatch.client.event;

import java.time.Duration;

/**
 * Limits for combining and dropping events.
 *
 * @param queue maximum number of occurrences waiting to be written; further ones are dropped
 * @param remembered maximum number of events, of groups and of sources to remember
 * @param similar number of different messages of one group from which they are combined
 * @param window time since the last of them after which combining starts over
 * @param burst number of events one source may write at once about one object
 * @param refill time after which it may write one more
 * @param attempts maximum number of attempts of a write
 * @param pause time between two attempts
 */
public record EventPolicy(
    int queue,
    int remembered,
    int similar,
    Duration window,
    int burst,
    Duration refill,
    int attempts,
    Duration pause) {
  /** The defaults of client-go. */
  public static final EventPolicy DEFAULT =
      new EventPolicy(
          1000,
          4096,
          10,
          Duration.ofMinutes(10),
          25,
          Duration.ofMinutes(5),
          12,
          Duration.ofSeconds(10));
}
