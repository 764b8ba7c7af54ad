package io.listwatch.server.registry.admission;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.time.Timers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One limit of the plug-in EventRateLimit: a token bucket for each key. The bucket of the least
 * recently used key is evicted; that key starts with a full bucket again.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class EventLimit {
  private static final double NANOS = 1e9;

  private final Settings settings;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<String, Bucket> buckets;

  /**
   * The configuration of a limit.
   *
   * @param type Server, Namespace, User or SourceAndObject
   * @param perSecond the events that a bucket gets in a second
   * @param burst the size of a bucket
   * @param cacheSize the maximum number of buckets
   */
  record Settings(String type, int perSecond, int burst, int cacheSize) {}

  private static final class Bucket {
    private double tokens;
    private long nanoTime;
  }

  EventLimit(Settings settings, Timers timers) {
    this.settings = settings;
    this.timers = timers;
    this.buckets =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > settings.cacheSize();
          }
        };
  }

  /**
   * Takes a token for an event. Returns the error message if the bucket is empty; else an empty
   * string.
   */
  String objection(AdmissionRequest request, JsonValue event) {
    String key = key(request, event);
    return take(key) ? "" : "limit reached on type %s for key %s".formatted(settings.type(), key);
  }

  private String key(AdmissionRequest request, JsonValue event) {
    return switch (settings.type()) {
      case "Namespace" -> request.namespace();
      case "User" -> request.user().name();
      case "SourceAndObject" -> sourceAndObject(event);
      default -> "";
    };
  }

  private static String sourceAndObject(JsonValue event) {
    JsonValue source = event.path("source");
    JsonValue about = event.path("involvedObject");
    return source.path("component").asText()
        + source.path("host").asText()
        + about.path("kind").asText()
        + about.path("namespace").asText()
        + about.path("name").asText()
        + about.path("uid").asText()
        + about.path("apiVersion").asText();
  }

  private boolean take(String key) {
    lock.lock();
    try {
      return takeLocked(key, timers.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean takeLocked(String key, long now) {
    Bucket bucket = buckets.computeIfAbsent(key, absent -> full(now));
    double earned = (now - bucket.nanoTime) / NANOS * settings.perSecond();
    bucket.tokens = Math.min(settings.burst(), bucket.tokens + earned);
    bucket.nanoTime = now;
    if (bucket.tokens < 1) {
      return false;
    }
    bucket.tokens--;
    return true;
  }

  private Bucket full(long now) {
    var bucket = new Bucket();
    bucket.tokens = settings.burst();
    bucket.nanoTime = now;
    return bucket;
  }
}
