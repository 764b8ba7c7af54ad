package io.listwatch.client.event;

import io.listwatch.model.ResourceKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Caches the events written most recently, to tell whether an occurrence is a new event or repeats
 * one.
 *
 * <p>Not thread-safe: belongs to the recorder's thread.
 */
final class EventLog {
  private final EventAggregator aggregator;
  private final SpamFilter filter;
  private final Map<EventKey, Written> written;

  EventLog(EventPolicy policy) {
    aggregator = new EventAggregator(policy);
    filter = new SpamFilter(policy);
    written = new RecentlyUsed<>(policy.remembered());
  }

  /** Returns the event to write; empty if it is filtered as spam. */
  Optional<Entry> entry(Occurrence occurrence) {
    EventAggregator.Aggregated aggregated = aggregator.aggregate(occurrence);
    Written before = written.get(aggregated.key());
    if (before != null) {
      // Counted even if it is filtered: the next write has the full count.
      written.put(aggregated.key(), before.again());
    }
    var now =
        new Entry(
            aggregated.key(),
            aggregated.occurrence(),
            before == null ? null : before.event,
            before == null ? aggregated.occurrence().at() : before.first,
            before == null ? 1 : before.count + 1);
    return filter.allows(occurrence) ? Optional.of(now) : Optional.empty();
  }

  /** Records that an entry has been written as the event of this name. */
  void wrote(Entry entry, ResourceKey event) {
    written.put(entry.key, new Written(event, entry.first, entry.count));
  }

  private record Written(ResourceKey event, Instant first, int count) {
    private Written again() {
      return new Written(event, first, count + 1);
    }
  }

  /**
   * An event to create or update.
   *
   * @param event the existing event; null if it is new
   * @param count number of occurrences
   */
  record Entry(
      EventKey key, Occurrence occurrence, @Nullable ResourceKey event, Instant first, int count) {}
}
