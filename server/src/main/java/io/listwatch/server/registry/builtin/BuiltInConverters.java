package io.listwatch.server.registry.builtin;

import io.listwatch.model.ResourceType;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.conversion.VersionConverter;

/** Between the versions of built-in kinds that differ in more than their name. */
public final class BuiltInConverters {
  private static final VersionConverter EVENTS = new EventConverter();
  private static final VersionConverter AUTOSCALERS = new AutoscalerConverter();

  private BuiltInConverters() {}

  /** What stands between a version that is served and the one that is stored. */
  public static VersionConverter of(ResourceDefinition definition) {
    ResourceType type = definition.type();
    if (type.equals(definition.stored())) {
      return VersionConverter.SAME;
    }
    return switch (type.toString()) {
      case "events.events.k8s.io" -> EVENTS;
      case "horizontalpodautoscalers.autoscaling" -> AUTOSCALERS;
      default -> VersionConverter.BY_NAME;
    };
  }
}
