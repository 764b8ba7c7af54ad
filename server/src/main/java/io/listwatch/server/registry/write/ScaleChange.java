package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** A change of a Scale that also records the manager of its replicas. */
record ScaleChange(RequestedChange change, FieldOwners owners, WriteOptions options)
    implements RequestedChange {
  @Override
  public JsonObject of(@Nullable JsonObject scale) {
    JsonObject next = change.of(scale == null ? null : scale.deepCopy());
    if (scale != null) {
      owners.recordScale(scale, next, options);
    }
    return next;
  }

  @Override
  public ApiException refused(ResourceType type, JsonObject scale, String why) {
    return change.refused(type, scale, why);
  }

  @Override
  public ApiException refused(ResourceType type, JsonObject scale, UnexpectedKind other) {
    return change.refused(type, scale, other);
  }

  @Override
  public String uid() {
    return change.uid();
  }

  @Override
  public boolean recordsOwners() {
    return true;
  }
}
