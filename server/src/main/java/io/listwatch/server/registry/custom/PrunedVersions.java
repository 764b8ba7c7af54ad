package io.listwatch.server.registry.custom;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.custom.VersionSchemas;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.schema.structural.StructuralSchema;
import io.listwatch.server.registry.conversion.VersionConverter;

/**
 * Converts between versions with the strategy {@code None}: sets apiVersion and prunes the fields
 * that the schema of the target version does not have. Missing fields are not defaulted.
 */
final class PrunedVersions implements VersionConverter {
  private static final SortedForm FORM = new SortedForm();

  private final VersionSchemas schemas;

  PrunedVersions(VersionSchemas schemas) {
    this.schemas = schemas;
  }

  @Override
  public Resource serve(Resource stored, ResourceType served) {
    StructuralSchema schema = schemas.of(served.apiVersion());
    byte[] bytes = stored.toByteArray();
    if (schema == null
        || schema.leaves(bytes)
        || !(JsonTrees.read(bytes) instanceof JsonObject object)
        || schema.prune(object).isEmpty()) {
      return stored.withApiVersion(served.apiVersion());
    }
    return Resource.parse(FORM.encode(object.put("apiVersion", served.apiVersion())));
  }

  @Override
  public JsonObject store(JsonObject served, ResourceType stored) {
    StructuralSchema schema = schemas.of(stored.apiVersion());
    if (schema != null) {
      var unused = schema.prune(served);
    }
    return served.put("apiVersion", stored.apiVersion());
  }
}
