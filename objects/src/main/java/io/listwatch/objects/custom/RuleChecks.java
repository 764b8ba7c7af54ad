package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.cel.SchemaRules;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with the rules in the schemas of a definition. If all versions have one schema, the
 * reference speaks of it as if it stood above them.
 */
final class RuleChecks {
  private final JsonValue oldVersions;
  private final List<FieldError> errors = new ArrayList<>();

  private RuleChecks(JsonValue oldVersions) {
    this.oldVersions = oldVersions;
  }

  /**
   * What is wrong, if anything is.
   *
   * @param oldVersions those that the definition has now, missing if it is new
   */
  static List<Cause> of(JsonValue versions, JsonValue oldVersions) {
    var checks = new RuleChecks(oldVersions);
    if (areAlike(versions)) {
      checks.check(versions.path(0), "spec.validation");
    } else {
      for (int i = 0; i < versions.size(); i++) {
        checks.check(versions.path(i), "spec.versions[" + i + "].schema");
      }
    }
    return checks.errors.stream().map(FieldError::cause).toList();
  }

  private static boolean areAlike(JsonValue versions) {
    for (JsonValue version : versions) {
      if (!version.path("schema").equals(versions.path(0).path("schema"))) {
        return false;
      }
    }
    return !versions.isEmpty();
  }

  private void check(JsonValue version, String path) {
    if (version.path("schema").path("openAPIV3Schema") instanceof JsonObject schema) {
      SchemaRules.compile(schema, path + ".openAPIV3Schema", wasAccepted(version), errors);
    }
  }

  /** Whether the version has this schema already, by whatever reckoning it was let in. */
  private boolean wasAccepted(JsonValue version) {
    for (JsonValue old : oldVersions) {
      if (old.path("name").equals(version.path("name"))) {
        return old.path("schema").equals(version.path("schema"));
      }
    }
    return false;
  }
}
