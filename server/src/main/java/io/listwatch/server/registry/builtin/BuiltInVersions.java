package io.listwatch.server.registry.builtin;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ObjectVersions;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;

/** The two versions of a built-in kind that differ in more than their name, for managedFields. */
record BuiltInVersions(TreeConverter converter, ResourceType stored, ResourceType served)
    implements ObjectVersions {
  @Override
  public boolean exist(String apiVersion) {
    return isStored(apiVersion) || apiVersion.equals(served.apiVersion());
  }

  private boolean isStored(String apiVersion) {
    return apiVersion.equals(stored.apiVersion());
  }

  @Override
  public boolean alike() {
    return false;
  }

  @Override
  public ObjectSchema sharing(String apiVersion) {
    return BuiltInTypes.load().find(isStored(apiVersion) ? stored : served).orElseThrow();
  }

  @Override
  public JsonObject convert(JsonObject object, String apiVersion) {
    JsonObject copy = object.deepCopy();
    if (isStored(apiVersion)) {
      converter.toStored(copy);
    } else {
      converter.toServed(copy);
    }
    copy.put("apiVersion", apiVersion);
    return new BuiltInForm(sharing(apiVersion)).normalize(copy);
  }
}
