package io.listwatch.server.registry.builtin;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.conversion.VersionConverter;
import java.util.List;
import java.util.Optional;

/** The converters of built-in kinds whose versions differ in more than their name. */
public final class BuiltInConverters {
  private static final List<Stored> CONVERTERS =
      List.of(new Stored(new EventConverter()), new Stored(new AutoscalerConverter()));

  private BuiltInConverters() {}

  /**
   * Returns the converter between a served version and the stored one. Every call returns the same
   * instance.
   */
  public static VersionConverter of(ResourceDefinition definition) {
    boolean stored = definition.type().equals(definition.stored());
    for (Stored each : CONVERTERS) {
      if (each.other().converts(definition.stored())) {
        return stored ? each : each.other();
      }
    }
    return stored ? VersionConverter.SAME : VersionConverter.BY_NAME;
  }

  /**
   * For the stored version of a kind that has another version: converts nothing, but knows the
   * versions for managedFields.
   */
  private record Stored(TreeConverter other) implements VersionConverter {
    @Override
    public Resource serve(Resource stored, ResourceType served) {
      return stored;
    }

    @Override
    public JsonObject store(JsonObject served, ResourceType stored) {
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
