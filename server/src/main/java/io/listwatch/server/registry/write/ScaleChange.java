package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.UnknownFields;
import io.listwatch.objects.schema.WrongTypes;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of a Scale that checks its fields and records the manager of its replicas. */
record ScaleChange(RequestedChange change, FieldOwners owners, WriteOptions options)
    implements RequestedChange {
  @Override
  public JsonObject of(@Nullable JsonObject scale) {
    JsonObject next = change.of(scale == null ? null : scale.deepCopy());
    checkFields(next);
    if (scale != null) {
      owners.recordScale(scale, next, options);
    }
    return next;
  }

  /**
   * Drops or rejects unknown and duplicate fields, unless the kind or the type of a value is wrong,
   * which is reported later.
   */
  private void checkFields(JsonObject scale) {
    if (scale.path("kind").asText("Scale").equals("Scale")
        && WrongTypes.first(scale, Scales.SCHEMA) == null) {
      boolean strict = options.validation() == FieldValidation.STRICT;
      List<String> complaints = new ArrayList<>(change.complaints());
      complaints.addAll(
          UnknownFields.complaints(scale, Scales.SCHEMA, change.duplicates(), !strict));
      ObjectDecoder.judged(complaints, scale, change, Scales.TYPE, options)
          .forEach(options.warnings());
    }
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
