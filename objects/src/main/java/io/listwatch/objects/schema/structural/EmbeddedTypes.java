package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.SortedForm;
import java.util.List;

/** Checks that apiVersion, kind and metadata of an embedded resource have the right types. */
final class EmbeddedTypes {
  private EmbeddedTypes() {}

  /**
   * Adds the errors of a resource.
   *
   * @param path the path of the resource
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
