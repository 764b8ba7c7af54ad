package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.EmbeddedMetadata;
import io.listwatch.objects.schema.FieldError;
import java.util.List;
import java.util.Locale;

/** Validates apiVersion, kind and metadata of an embedded resource. */
final class EmbeddedIdentity {
  private EmbeddedIdentity() {}

  /**
   * Adds the errors of an embedded resource.
   *
   * @param path the path of the resource
   */
  static void check(JsonObject object, String path, List<FieldError> errors) {
    for (String member : List.of("apiVersion", "kind")) {
      if (!object.has(member)) {
        errors.add(FieldError.required(path + "." + member, ""));
      }
    }
    if (object.has("apiVersion")) {
      checkVersion(object.path("apiVersion").asText(), path + ".apiVersion", errors);
    }
    if (object.has("kind")) {
      checkKind(object.path("kind").asText(), path + ".kind", errors);
    }
    if (object.get("metadata") instanceof JsonObject metadata) {
      EmbeddedMetadata.check(metadata, path + ".metadata", errors);
    }
  }

  private static void checkVersion(String version, String path, List<FieldError> errors) {
    if (version.isEmpty()) {
      errors.add(FieldError.invalid(path, version, "must not be empty"));
    } else if (version.indexOf('/') != version.lastIndexOf('/')) {
      errors.add(FieldError.invalid(path, version, "unexpected GroupVersion string: " + version));
    }
  }

  private static void checkKind(String kind, String path, List<FieldError> errors) {
    if (kind.isEmpty()) {
      errors.add(FieldError.invalid(path, kind, "must not be empty"));
      return;
    }
    String problems = CustomValidation.labelProblems(kind.toLowerCase(Locale.ROOT));
    if (!problems.isEmpty()) {
      errors.add(
          FieldError.invalid(
              path, kind, "may have mixed case, but should otherwise match: " + problems));
    }
  }
}
