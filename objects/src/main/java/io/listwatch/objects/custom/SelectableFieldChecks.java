package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates the selectable fields of a version. */
final class SelectableFieldChecks {
  private static final int MAX_FIELDS = 8;
  private static final Set<String> TYPES = Set.of("string", "boolean", "integer");

  private final JsonValue schema;
  private final List<FieldError> errors = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private SelectableFieldChecks(JsonValue schema) {
    this.schema = schema;
  }

  /**
   * Returns the errors of a version's selectable fields.
   *
   * @param path the path of the fields
   */
  static List<Cause> of(JsonValue version, String path) {
    var checks = new SelectableFieldChecks(version.path("schema").path("openAPIV3Schema"));
    int index = 0;
    for (JsonValue each : version.path("selectableFields")) {
      checks.check(each.path("jsonPath").asText(), path + "[" + index++ + "].jsonPath");
    }
    if (checks.seen.size() > MAX_FIELDS) {
      checks.errors.add(FieldError.tooMany(path, checks.seen.size(), MAX_FIELDS));
    }
    return checks.errors.stream().map(FieldError::cause).toList();
  }

  private void check(String jsonPath, String field) {
    if (jsonPath.isEmpty()) {
      errors.add(FieldError.required(field, ""));
      return;
    }
    checkPlace(jsonPath, field);
    if (!seen.add(jsonPath)) {
      errors.add(
          new FieldError("FieldValueDuplicate", field, "Duplicate value: \"" + jsonPath + "\""));
    }
  }

  private void checkPlace(String jsonPath, String field) {
    if (jsonPath.contains("[")) {
      invalidPath(jsonPath, field, "array notation is not allowed");
      return;
    }
    if (!jsonPath.startsWith(".")) {
      invalidPath(
          jsonPath, field, "expected [ or . but got: " + jsonPath.replaceFirst("\\..*", ""));
      return;
    }
    JsonValue found = find(jsonPath.substring(1));
    if (found.isMissing()) {
      invalidPath(jsonPath, field, "does not refer to a valid field");
    } else if (jsonPath.startsWith(".metadata.")) {
      errors.add(FieldError.invalid(field, jsonPath, "must not point to fields in metadata"));
    } else if (!TYPES.contains(found.path("type").asText())) {
      errors.add(
          FieldError.invalid(
              field,
              jsonPath,
              "must point to a field of type string, boolean or integer. Enum string fields and"
                  + " strings with formats are allowed."));
    }
  }

  private JsonValue find(String names) {
    JsonValue found = schema;
    for (String name : names.split("\\.", -1)) {
      JsonValue named = found.path("properties");
      found = named.isObject() ? named.path(name) : found.path("additionalProperties");
    }
    return found;
  }

  private void invalidPath(String jsonPath, String field, String problem) {
    errors.add(FieldError.invalid(field, jsonPath, "is an invalid path: " + problem));
  }
}
