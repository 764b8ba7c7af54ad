package io.listwatch.objects;

import java.time.Instant;

/**
 * The options of a server-side apply.
 *
 * @param fieldManager the manager that owns the applied fields; not empty
 * @param force true to take fields that other managers own
 * @param time the time of the new entry in {@code metadata.managedFields}
 */
public record ApplyOptions(String fieldManager, boolean force, Instant time) {
  public ApplyOptions {
    if (fieldManager.isEmpty()) {
      throw new IllegalArgumentException("fieldManager: empty (expected: a name)");
    }
  }
}
