package io.listwatch.server.registry.write;

import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import io.listwatch.server.registry.strategy.ServedKind;

/** The versions of a custom resource, from its CustomResourceDefinition. */
record CustomVersions(ServedKind kind) implements ObjectVersions {
  @Override
  public boolean exist(String apiVersion) {
    return kind.definition().content().sharing(apiVersion) != null;
  }

  @Override
  public boolean alike() {
    return kind.converter().byName();
  }

  @Override
  public Schema sharing(String apiVersion) {
    Schema sharing = kind.definition().content().sharing(apiVersion);
    return sharing == null ? Schema.unknown() : sharing;
  }

  @Override
  public JsonObject convert(JsonObject object, String apiVersion) {
    ResourceType type = kind.type();
    String version = GroupVersion.of(apiVersion).version();
    return kind.converter()
        .store(
            object.deepCopy(),
            new ResourceType(type.group(), version, type.kind(), type.plural(), type.scope()));
  }
}
