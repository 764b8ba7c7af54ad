package io.listwatch.client.event;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Combines occurrences that differ only in their messages into one event, once there are {@link
 * EventPolicy#similar} different messages.
 *
 * <p>Not thread-safe: belongs to the recorder's thread.
 */
final class EventAggregator {
  private static final String PREFIX = "(combined from similar events): ";

  private final EventPolicy policy;
  private final Map<Occurrence.Group, Wording> wordings;

  EventAggregator(EventPolicy policy) {
    this.policy = policy;
    this.wordings = new RecentlyUsed<>(policy.remembered());
  }

  /** Returns the occurrence to write, with the key that identifies its repetitions. */
  Aggregated aggregate(Occurrence occurrence) {
    Occurrence.Group group = occurrence.group();
    Wording wording = wordings.get(group);
    if (wording == null || wording.isOver(occurrence.at(), policy.window())) {
      wording = new Wording();
      wordings.put(group, wording);
    }
    wording.last = occurrence.at();
    // The messages are compared only until there are too many.
    if (wording.messages.size() < policy.similar()) {
      wording.messages.add(occurrence.message());
    }
    return wording.messages.size() < policy.similar()
        ? new Aggregated(occurrence, new EventKey(group, occurrence.message()))
        : new Aggregated(
            occurrence.withMessage(PREFIX + occurrence.message()), new EventKey(group, PREFIX));
  }

  /** The distinct messages of one group. */
  private static final class Wording {
    private final Set<String> messages = new HashSet<>();
    private Instant last = Instant.MIN;

    private boolean isOver(Instant now, Duration window) {
      return Duration.between(last, now).compareTo(window) > 0;
    }
  }

  record Aggregated(Occurrence occurrence, EventKey key) {}
}
