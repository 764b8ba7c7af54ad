package io.listwatch.server.registry.builtin;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.conversion.VersionConverter;
import java.util.List;
import java.util.Optional;

/** Between the versions of built-in kinds that differ in more than their name. */
public final class BuiltInConverters {
  private static final List<Stored> CONVERTERS =
      List.of(new Stored(new EventConverter()), new Stored(new AutoscalerConverter()));

  private BuiltInConverters() {}

  /** The converter between a served version and the stored one: the same at each call. */
  public static VersionConverter of(ResourceDefinition definition) {
    boolean stored = definition.type().equals(definition.stored());
    for (Stored each : CONVERTERS) {
      if (each.other().converts(definition.stored())) {
        return stored ? each : each.other();
      }
    }
    return stored ? VersionConverter.SAME : VersionConverter.BY_NAME;
  }

  /** The version that is stored, of a kind that has another one. */
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
