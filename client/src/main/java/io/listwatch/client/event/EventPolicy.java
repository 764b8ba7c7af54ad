package io.listwatch.client.event;

import java.time.Duration;

/**
 * How much is said before it is put together or left out.
 *
 * @param queue how many occurrences may wait to be written; more are dropped
 * @param remembered how many events, kinds and speakers are remembered, each
 * @param similar from how many different messages of one kind on they are one event
 * @param window how long after the last of them it is
 * @param burst how many events one source may write at once about one object
 * @param refill after which time it may write one more
 * @param attempts how often a write is tried
 * @param pause how long to wait between two tries
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
  /** As the reference does. */
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
