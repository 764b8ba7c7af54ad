package io.listwatch.objects.strategy;

import java.time.Duration;
import java.util.Optional;

/** The strategy of Events, which expire after an hour. */
final class EventStrategy extends BuiltInStrategy {
  private static final Duration KEPT = Duration.ofHours(1);

  EventStrategy(WrittenKind kind) {
    super(kind);
  }

  @Override
  public Optional<Duration> timeToLive() {
    return Optional.of(KEPT);
  }
}
