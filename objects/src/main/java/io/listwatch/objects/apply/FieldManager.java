package io.listwatch.objects.apply;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Who writes, how and when.
 *
 * @param name empty if the writer has none; it is then called {@code unknown}
 * @param apiVersion of the object as it was written
 * @param subresource empty for the object itself
 * @param time in whole seconds; what is finer is cut off
 */
public record FieldManager(String name, String apiVersion, String subresource, Instant time) {
  public FieldManager {
    name = name.isEmpty() ? "unknown" : name;
    time = time.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Somebody else who writes the same way. */
  FieldManager named(String other) {
    return new FieldManager(other, apiVersion, subresource, time);
  }
}
