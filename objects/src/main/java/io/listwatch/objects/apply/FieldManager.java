package io.listwatch.objects.apply;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The manager and the time of a write.
 *
 * @param name the manager's name; becomes {@code unknown} if it is empty
 * @param apiVersion the API version in which the object was written
 * @param subresource empty for the object itself
 * @param time truncated to whole seconds
 */
public record FieldManager(String name, String apiVersion, String subresource, Instant time) {
  public FieldManager {
    name = name.isEmpty() ? "unknown" : name;
    time = time.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns the same write by another manager. */
  FieldManager named(String other) {
    return new FieldManager(other, apiVersion, subresource, time);
  }
}
