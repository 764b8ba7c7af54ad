package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.cel.SchemaRules;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates the CEL rules in the schemas of a definition. If all versions have the same schema,
 * kube-apiserver reports errors at {@code spec.validation}.
 */
final class RuleChecks {
  private final JsonValue oldVersions;
  private final PatternBudget patterns;
  private final List<FieldError> errors = new ArrayList<>();

  private RuleChecks(JsonValue oldVersions, PatternBudget patterns) {
    this.oldVersions = oldVersions;
    this.patterns = patterns;
  }

  /**
   * Returns the errors of all rules.
   *
   * @param oldVersions the versions before the update; missing if the definition is new
   * @param patterns limits the patterns of all rules of the definition
   */
  static List<Cause> of(JsonValue versions, JsonValue oldVersions, PatternBudget patterns) {
    var checks = new RuleChecks(oldVersions, patterns);
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
      SchemaRules.compile(
          schema, path + ".openAPIV3Schema", wasAccepted(version), patterns, errors);
    }
  }

  /**
   * True if the version has had this schema before, so that it is not rejected for the cost of a
   * single rule.
   */
  private boolean wasAccepted(JsonValue version) {
    for (JsonValue old : oldVersions) {
      if (old.path("name").equals(version.path("name"))) {
        return old.path("schema").equals(version.path("schema"));
      }
    }
    return false;
  }
}
