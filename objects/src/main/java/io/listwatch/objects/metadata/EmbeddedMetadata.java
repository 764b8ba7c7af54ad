package io.listwatch.objects.metadata;

import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.NameRule;
import java.util.ArrayList;
import java.util.List;

/** Validates the metadata of embedded resources. */
public final class EmbeddedMetadata {
  private EmbeddedMetadata() {}

  /**
   * Validates metadata. The name is optional, and the namespace may be any.
   *
   * @param path the path of the embedded resource
   */
  public static void check(JsonObject embedded, String path, List<FieldError> errors) {
    JsonObject holder = new JsonObject();
    holder.set("metadata", embedded.deepCopy());
    Metadata metadata = Metadata.of(holder);
    if (metadata.name().isEmpty()) {
      metadata.set("name", "fakename");
    }
    Scope scope = metadata.namespace().isEmpty() ? Scope.CLUSTER : Scope.NAMESPACED;
    var found = new ArrayList<FieldError>();
    new MetadataValidation(scope, NameRule.PATH_SEGMENT, found).check(metadata);
    for (FieldError each : found) {
      String field = path + each.field().substring("metadata".length());
      errors.add(new FieldError(each.reason(), field, each.message()));
    }
  }
}
