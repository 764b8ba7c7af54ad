package io.listwatch.server.audit;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of the log backend.
 *
 * @param file {@code -} for the standard output
 * @param mode whether requests wait for the file
 * @param maxBytes the length at which the file is rotated; 0 for never
 * @param maxBackups the number of rotated files that are kept; 0 for all
 * @param maxAge the age up to which rotated files are kept; zero for any
 */
public record AuditLogSettings(
    Path file, Mode mode, long maxBytes, int maxBackups, Duration maxAge) {
  public AuditLogSettings {
    if (maxBytes < 0 || maxBackups < 0 || maxAge.isNegative()) {
      throw new IllegalArgumentException(
          "maxBytes: %d, maxBackups: %d, maxAge: %s (expected: 0 or more)"
              .formatted(maxBytes, maxBackups, maxAge));
    }
  }

  /** Returns settings without rotation, with which no request waits for the file. */
  public static AuditLogSettings of(Path file) {
    return new AuditLogSettings(file, Mode.BATCH, 0, 0, Duration.ZERO);
  }

  /** Decides whether a request waits until the event of its arrival is in the file. */
  public enum Mode {
    BATCH,
    BLOCKING,
    /** Also rejects a request whose event could not be written. */
    BLOCKING_STRICT
  }
}
