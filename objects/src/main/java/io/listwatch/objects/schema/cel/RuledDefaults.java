package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.List;

/** Whether the defaults of a schema keep the rules that stand beside and below them. */
final class RuledDefaults {
  private final List<FieldError> errors;

  RuledDefaults(List<FieldError> errors) {
    this.errors = errors;
  }

  /** Recursive: schemas nest within bounds. */
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
