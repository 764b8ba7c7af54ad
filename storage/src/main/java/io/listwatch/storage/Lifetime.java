package io.listwatch.storage;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time to live of a key after a write, unless it is written again or deleted first.
 *
 * <p>Immutable.
 */
public final class Lifetime {
  private static final Duration MAX = Duration.ofDays(36_500);
  private static final Lifetime UNLIMITED = new Lifetime(null);

  /** Null if unlimited. */
  private final @Nullable Duration duration;

  private Lifetime(@Nullable Duration duration) {
    this.duration = duration;
  }

  public static Lifetime unlimited() {
    return UNLIMITED;
  }

  /**
   * Returns a lifetime of at least {@code duration}. An engine may round it up, by a minute at
   * most.
   */
  public static Lifetime of(Duration duration) {
    if (duration.isNegative() || duration.isZero() || duration.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          "duration: %s (expected: positive, at most %s)".formatted(duration, MAX));
    }
    return new Lifetime(duration);
  }

  /** Absent if unlimited. */
  public Optional<Duration> duration() {
    return Optional.ofNullable(duration);
  }

  @Override
  public String toString() {
    return duration == null ? "unlimited" : duration.toString();
  }
}
