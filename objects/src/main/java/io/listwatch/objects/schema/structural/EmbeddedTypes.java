package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.SortedForm;
import java.util.List;

/** Whether an object in another one can be read as such: its kind is a text, its metadata is. */
final class EmbeddedTypes {
  private EmbeddedTypes() {}

  /**
   * Adds what cannot be read.
   *
   * @param path where the object is
   */
  static void check(JsonObject object, String path, List<FieldError> errors) {
    for (String member : List.of("apiVersion", "kind")) {
      JsonValue value = object.path(member);
      if (!value.isMissing() && !value.isText()) {
        errors.add(FieldError.invalid(path + "." + member, value, "must be a string"));
      }
    }
    JsonValue metadata = object.path("metadata");
    String problem = MetadataTypes.problem(metadata);
    if (problem != null) {
      errors.add(FieldError.invalid(path + ".metadata", SortedForm.sorted(metadata), problem));
    }
  }
}
