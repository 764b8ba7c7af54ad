package io.listwatch.client.event;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to a server: creates a new one, or patches an existing one. Retries for a while if
 * the server is unreachable; an event that the server rejects is dropped.
 *
 * <p>Belongs to the recorder's thread.
 */
final class EventWriter {
  private static final Logger log = LoggerFactory.getLogger(EventRecorder.class);
  private static final ResourceType EVENTS = ResourceType.namespaced("v1", "Event", "events");

  /** A DNS subdomain. */
  private static final String NAME = "[a-z0-9]([-a-z0-9.]*[a-z0-9])?";

  private static final int MAX_NAME = 253;

  private final ResourceClient<Resource> events;
  private final EventPolicy policy;
  private final Pause pause;
  private final RandomGenerator random;

  EventWriter(ApiClient client, EventPolicy policy, Pause pause, RandomGenerator random) {
    this.events = client.resources(EVENTS);
    this.policy = policy;
    this.pause = pause;
    this.random = random;
  }

  /**
   * Writes an entry and reports its name to the log.
   *
   * @return whether it was written
   */
  boolean write(EventLog.Entry entry, EventLog known) throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        known.wrote(entry, writeOnce(entry));
        return true;
      } catch (UnavailableException unreachable) {
        if (attempt == policy.attempts() || !pause.sleep(delay(attempt))) {
          log.warn(
              "event {}: dropped, the server is unreachable: {}",
              entry.key().group(),
              unreachable.toString());
          return false;
        }
      } catch (ApiException rejected) {
        log.warn(
            "event {}: dropped, rejected by the server: {}",
            entry.key().group(),
            rejected.toString());
        return false;
      }
    }
  }

  /** The first delay is random, so that clients of one server do not all return at once. */
  private Duration delay(int attempt) {
    return attempt > 1
        ? policy.pause()
        : Duration.ofNanos((long) (policy.pause().toNanos() * random.nextDouble()));
  }

  private ResourceKey writeOnce(EventLog.Entry entry) throws InterruptedException {
    ResourceKey before = entry.event();
    if (before != null) {
      try {
        in(before).patch(before.name(), Patch.merge(EventJson.repetition(entry)));
        return before;
      } catch (NotFoundException expired) {
        // Servers keep events for about an hour. A new event is created, with the same count.
      }
    }
    ResourceKey key = newKey(entry.occurrence());
    in(key).create(Resource.parse(EventJson.event(key, entry)));
    return key;
  }

  private ResourceClient<Resource> in(ResourceKey key) {
    return events.inNamespace(String.valueOf(key.namespace()));
  }

  private static ResourceKey newKey(Occurrence occurrence) {
    ObjectReference about = occurrence.about();
    long nanos = ChronoUnit.NANOS.between(Instant.EPOCH, occurrence.at());
    String name = about.name() + "." + Long.toHexString(nanos);
    boolean valid = name.length() <= MAX_NAME && name.matches(NAME);
    return ResourceKey.of(
        about.namespace().isEmpty() ? "default" : about.namespace(),
        valid ? name : UUID.randomUUID().toString());
  }
}
