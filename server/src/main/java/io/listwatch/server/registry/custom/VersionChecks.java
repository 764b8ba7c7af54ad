package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.Status.Cause;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the columns and parts that one version of a definition asks for. */
final class VersionChecks {
  /** In the order of the alphabet, as they are told. */
  private static final List<String> TYPES =
      List.of("boolean", "date", "integer", "number", "string");

  private static final List<String> FORMATS =
      List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

  private static final int MAX_SELECTABLE_FIELDS = 8;

  private final String path;
  private final List<Cause> causes = new ArrayList<>();

  VersionChecks(JsonNode version, String path) {
    this.path = path;
    JsonNode scale = version.path("subresources").path("scale");
    if (scale.isObject()) {
      checkScale(scale);
    }
    int index = 0;
    for (JsonNode column : version.path("additionalPrinterColumns")) {
      checkColumn(column, ".additionalPrinterColumns[" + index++ + "]");
    }
    checkSelectableFields(version.path("selectableFields"));
  }

  List<Cause> causes() {
    return causes;
  }

  private void checkScale(JsonNode scale) {
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
      JsonNode scale, String member, boolean required, List<String> roots, String where) {
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

  private void checkColumn(JsonNode column, String field) {
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

  private void checkSelectableFields(JsonNode fields) {
    int index = 0;
    for (JsonNode each : fields) {
      String field = ".selectableFields[" + index++ + "].jsonPath";
      String jsonPath = each.path("jsonPath").asText();
      if (jsonPath.isEmpty()) {
        required(field, "");
      } else if (jsonPath.startsWith(".metadata.") || jsonPath.equals(".metadata")) {
        invalid(field, jsonPath, "must not point to fields in metadata");
      }
    }
    if (fields.size() > MAX_SELECTABLE_FIELDS) {
      causes.add(
          new Cause(
              "FieldValueTooMany",
              "Too many: %d: must have at most %d items"
                  .formatted(fields.size(), MAX_SELECTABLE_FIELDS),
              path + ".selectableFields"));
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
