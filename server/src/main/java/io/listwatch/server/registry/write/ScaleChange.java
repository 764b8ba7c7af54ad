package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import org.jspecify.annotations.Nullable;

/** A change of a Scale that also records who owns its replicas. */
record ScaleChange(RequestedChange change, FieldOwners owners, WriteOptions options)
    implements RequestedChange {
  @Override
  public ObjectNode of(@Nullable ObjectNode scale) {
    ObjectNode next = change.of(scale == null ? null : scale.deepCopy());
    if (scale != null) {
      owners.recordScale(scale, next, options);
    }
    return next;
  }

  @Override
  public ApiException refused(ResourceType type, ObjectNode scale, String why) {
    return change.refused(type, scale, why);
  }

  @Override
  public ApiException refused(ResourceType type, ObjectNode scale, UnexpectedKind other) {
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
