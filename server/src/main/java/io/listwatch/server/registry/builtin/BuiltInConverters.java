package io.listwatch.server.registry.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.conversion.VersionConverter;
import java.util.Optional;

/** Between the versions of built-in kinds that differ in more than their name. */
public final class BuiltInConverters {
  private static final TreeConverter EVENTS = new EventConverter();
  private static final VersionConverter STORED_EVENTS = new Stored(EVENTS);
  private static final TreeConverter AUTOSCALERS = new AutoscalerConverter();
  private static final VersionConverter STORED_AUTOSCALERS = new Stored(AUTOSCALERS);

  private BuiltInConverters() {}

  /** What stands between a version that is served and the one that is stored. */
  public static VersionConverter of(ResourceDefinition definition) {
    ResourceType type = definition.type();
    boolean stored = type.equals(definition.stored());
    return switch (type.toString()) {
      case "events", "events.events.k8s.io" -> stored ? STORED_EVENTS : EVENTS;
      case "horizontalpodautoscalers.autoscaling" -> stored ? STORED_AUTOSCALERS : AUTOSCALERS;
      default -> stored ? VersionConverter.SAME : VersionConverter.BY_NAME;
    };
  }

  /** The version that is stored, of a kind that has another one. */
  private record Stored(TreeConverter other) implements VersionConverter {
    @Override
    public Resource serve(Resource stored, ResourceType served) {
      return stored;
    }

    @Override
    public ObjectNode store(ObjectNode served, ResourceType stored) {
      return served;
    }

    @Override
    public boolean same() {
      return true;
    }

    @Override
    public Optional<ObjectVersions> versions() {
      return other.versions();
    }
  }
}
