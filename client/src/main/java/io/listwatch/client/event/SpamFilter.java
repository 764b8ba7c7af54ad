package io.listwatch.client.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A token bucket for each source and object: allows a burst of events, then one every few minutes.
 *
 * <p>Not thread-safe: belongs to the recorder's thread.
 */
final class SpamFilter {
  private final EventPolicy policy;
  private final Map<SpamKey, Bucket> buckets;

  SpamFilter(EventPolicy policy) {
    this.policy = policy;
    this.buckets = new RecentlyUsed<>(policy.remembered());
  }

  boolean allows(Occurrence occurrence) {
    var key =
        new SpamKey(occurrence.source(), occurrence.about().withoutVersion(), occurrence.type());
    Bucket bucket =
        buckets.computeIfAbsent(key, unknown -> new Bucket(policy.burst(), occurrence.at()));
    bucket.fill(occurrence.at(), policy);
    if (bucket.tokens < 1) {
      return false;
    }
    bucket.tokens--;
    return true;
  }

  private record SpamKey(EventSource source, ObjectReference about, EventType type) {}

  private static final class Bucket {
    private double tokens;
    private Instant filled;

    private Bucket(double tokens, Instant filled) {
      this.tokens = tokens;
      this.filled = filled;
    }

    private void fill(Instant now, EventPolicy policy) {
      Duration passed = Duration.between(filled, now);
      if (!passed.isNegative()) {
        double more = (double) passed.toMillis() / policy.refill().toMillis();
        tokens = Math.min(policy.burst(), tokens + more);
        filled = now;
      }
    }
  }
}
