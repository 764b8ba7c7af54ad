package io.listwatch.server.registry.strategy;

import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.storage.Lifetime;
import java.time.Duration;

/** Events: reports that are forgotten after an hour. */
final class EventStrategy extends BuiltInStrategy {
  private static final Duration KEPT = Duration.ofHours(1);

  EventStrategy(ResourceDefinition definition) {
    super(definition);
  }

  @Override
  public Lifetime lifetime() {
    return Lifetime.of(KEPT);
  }
}
