package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import io.listwatch.objects.schema.structural.StructuralCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates the versions of a definition. Members that are equal in all versions are reported once,
 * at their {@code v1beta1} path above the versions, as in kube-apiserver.
 */
final class VersionChecks {
  /** Supported column types, in the order of messages. */
  private static final List<String> TYPES =
      List.of("boolean", "date", "integer", "number", "string");

  private static final List<String> FORMATS =
      List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

  private static final int MAX_WARNING = 256;

  private final JsonValue versions;
  private final PatternBudget patterns;
  private final Set<String> shared = new HashSet<>();

  /** The path of the version that is being checked; {@code causes} are its errors. */
  private String path = "";

  private List<Cause> causes = new ArrayList<>();

  VersionChecks(JsonValue versions, PatternBudget patterns) {
    this.versions = versions;
    this.patterns = patterns;
    for (String member :
        List.of("schema", "subresources", "additionalPrinterColumns", "selectableFields")) {
      if (isShared(member)) {
        shared.add(member);
      }
    }
  }

  private boolean isShared(String member) {
    for (JsonValue version : versions) {
      if (!version.path(member).equals(versions.path(0).path(member))) {
        return false;
      }
    }
    return !versions.isEmpty();
  }

  /** Returns the errors of the members that differ between versions. */
  List<Cause> of(JsonValue version, String place) {
    path = place;
    causes = new ArrayList<>();
    checkWarning(version);
    if (!shared.contains("schema")) {
      checkSchema(version, path + ".schema", hasStatus(version));
    }
    check(version, false);
    return causes;
  }

  /** Returns the errors of the members that are equal in all versions. */
  List<Cause> ofAll() {
    path = "spec";
    causes = new ArrayList<>();
    if (versions.isEmpty()) {
      return causes;
    }
    if (shared.contains("schema")) {
      boolean status = false;
      for (JsonValue version : versions) {
        status |= hasStatus(version);
      }
      checkSchema(versions.path(0), "spec.validation", status);
    }
    check(versions.path(0), true);
    return causes;
  }

  private static boolean hasStatus(JsonValue version) {
    return version.path("subresources").hasNonNull("status");
  }

  private void check(JsonValue version, boolean ofAll) {
    JsonValue scale = version.path("subresources").path("scale");
    if (scale.isObject() && shared.contains("subresources") == ofAll) {
      checkScale(scale);
    }
    JsonValue columns = version.path("additionalPrinterColumns");
    for (int i = 0;
        shared.contains("additionalPrinterColumns") == ofAll && i < columns.size();
        i++) {
      checkColumn(columns.path(i), ".additionalPrinterColumns[" + i + "]");
    }
    if (shared.contains("selectableFields") == ofAll) {
      causes.addAll(SelectableFieldChecks.of(version, path + ".selectableFields"));
    }
  }

  private void checkSchema(JsonValue version, String place, boolean status) {
    JsonValue schema = version.path("schema").path("openAPIV3Schema");
    if (schema.isObject()) {
      StructuralCheck.check(
              schema, place + ".openAPIV3Schema", status, EmbeddedIdentity::check, patterns)
          .forEach(each -> causes.add(each.cause()));
    }
  }

  private void checkWarning(JsonValue version) {
    if (!version.hasNonNull("deprecationWarning")) {
      return;
    }
    String warning = version.path("deprecationWarning").asText();
    if (!version.path("deprecated").asBoolean()) {
      invalid(".deprecationWarning", warning, "can only be set for deprecated versions");
      return;
    }
    if (warning.getBytes(StandardCharsets.UTF_8).length > MAX_WARNING) {
      invalid(".deprecationWarning", warning, "must be <= 256 characters long");
    }
    if (warning.isEmpty()) {
      invalid(".deprecationWarning", warning, "must not be an empty string");
    }
    int hidden = firstControl(warning);
    if (hidden >= 0) {
      causes.add(
          FieldError.invalid(
                  path + ".deprecationWarning",
                  warning,
                  "must only contain printable UTF-8 characters; non-printable character found at"
                      + " index "
                      + hidden)
              .cause());
    }
  }

  /**
   * Returns the byte offset of the first control character, which a header must not contain; -1 if
   * there is none.
   */
  private static int firstControl(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return text.substring(0, i).getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return -1;
  }

  private void checkScale(JsonValue scale) {
    checkScalePath(scale, "specReplicasPath", true, List.of(".spec."), "under .spec");
    checkScalePath(scale, "statusReplicasPath", true, List.of(".status."), "under .status");
    checkScalePath(
        scale,
        "labelSelectorPath",
        false,
        List.of(".spec.", ".status."),
        "under either .spec or .status");
  }

  private void checkScalePath(
      JsonValue scale, String member, boolean required, List<String> roots, String where) {
    String field = ".subresources.scale." + member;
    String value = scale.path(member).asText();
    if (value.isEmpty()) {
      if (required) {
        required(field, "");
      }
    } else if (startsWithDot(field, value) && roots.stream().noneMatch(value::startsWith)) {
      invalid(field, value, "should be a json path " + where);
    }
  }

  private boolean startsWithDot(String field, String value) {
    if (value.startsWith(".")) {
      return true;
    }
    invalid(field, value, "must be a simple json path starting with .");
    return false;
  }

  private void checkColumn(JsonValue column, String field) {
    if (column.path("name").asText().isEmpty()) {
      required(field + ".name", "");
    }
    String oneOf = "must be one of ";
    String type = column.path("type").asText();
    if (type.isEmpty()) {
      required(field + ".type", oneOf + String.join(",", TYPES));
    } else if (!TYPES.contains(type)) {
      invalid(field + ".type", type, oneOf + String.join(",", TYPES));
    }
    String format = column.path("format").asText();
    if (!format.isEmpty() && !FORMATS.contains(format)) {
      invalid(field + ".format", format, oneOf + String.join(",", FORMATS));
    }
    String jsonPath = column.path("jsonPath").asText();
    if (jsonPath.isEmpty()) {
      required(field + ".JSONPath", "");
    } else {
      startsWithDot(field + ".JSONPath", jsonPath);
    }
  }

  private void required(String field, String rule) {
    String message = rule.isEmpty() ? "Required value" : "Required value: " + rule;
    causes.add(new Cause("FieldValueRequired", message, path + field));
  }

  private void invalid(String field, String value, String rule) {
    causes.add(
        new Cause("FieldValueInvalid", "Invalid value: \"" + value + "\": " + rule, path + field));
  }
}
