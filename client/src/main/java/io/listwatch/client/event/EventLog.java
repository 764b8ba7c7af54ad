package io.listwatch.client.event;

import io.listwatch.model.ResourceKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Knows what has been written, and so what an occurrence is: a new event, or an old one again.
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

  /** What there is to write; empty if too much has been. */
  Optional<Entry> entry(Occurrence occurrence) {
    EventAggregator.Aggregated told = aggregator.aggregate(occurrence);
    Written before = written.get(told.key());
    if (before != null) {
      // Counted also if it is not written: the next that is says of how many it is.
      written.put(told.key(), before.again());
    }
    var now =
        new Entry(
            told.key(),
            told.occurrence(),
            before == null ? null : before.event,
            before == null ? told.occurrence().at() : before.first,
            before == null ? 1 : before.count + 1);
    return filter.lets(occurrence) ? Optional.of(now) : Optional.empty();
  }

  /** An entry has been written as the event of this name. */
  void wrote(Entry entry, ResourceKey event) {
    written.put(entry.key, new Written(event, entry.first, entry.count));
  }

  private record Written(ResourceKey event, Instant first, int count) {
    private Written again() {
      return new Written(event, first, count + 1);
    }
  }

  /**
   * What there is to write.
   *
   * @param event the event that has been written of it before; null if none has
   * @param count how often it has occurred
   */
  record Entry(
      EventKey key, Occurrence occurrence, @Nullable ResourceKey event, Instant first, int count) {}
}
