package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.List;

/** Validates the defaults of a schema with its rules. */
final class DefaultsValidation {
  private final List<FieldError> errors;

  DefaultsValidation(List<FieldError> errors) {
    this.errors = errors;
  }

  /** Recursive: the depth of schemas is bounded. */
  void check(RuleNode node, String path) {
    JsonValue value = node.schema().path("default");
    if (!value.isMissing()) {
      new RuleRun(errors, forgiven -> {}).check(node, path + ".default", value);
    }
    node.properties().forEach((name, each) -> check(each, path + ".properties[" + name + "]"));
    if (node.additional() != null) {
      check(node.additional(), path + ".additionalProperties");
    }
    if (node.items() != null) {
      check(node.items(), path + ".items");
    }
  }
}
