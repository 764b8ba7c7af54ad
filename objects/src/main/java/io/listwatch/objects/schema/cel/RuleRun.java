package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.selector.Quotation;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the rules of a schema on one object. The rules of a level come before those below it.
 * Ends with an error if the total cost exceeds the limit.
 */
final class RuleRun {
  static final String NO_SUCH_OVERLOAD = "no such overload";

  /** The maximum cost of all rules on one object. */
  private static final long MAX_COST = 10_000_000;

  /** The maximum length of a computed message, in bytes of UTF-8. */
  private static final int MAX_MESSAGE = 5 * 1024;

  /** kube-apiserver's path of the root object. */
  private static final String ROOT = "<nil>";

  private final List<FieldError> errors;
  private final Consumer<String> warnings;
  private long budget = MAX_COST;

  RuleRun(List<FieldError> errors, Consumer<String> warnings) {
    this.errors = errors;
    this.warnings = warnings;
  }

  void check(RuleNode root, JsonValue object, @Nullable JsonValue old) {
    level(root, ROOT, object, old, Ratchet.of(root.schema(), object, old));
  }

  /** Evaluates the rules on a value that is not part of an object, such as a default. */
  void check(RuleNode node, String path, JsonValue value) {
    level(node, path, value, null, Ratchet.of(node.schema(), value, null));
  }

  /** Returns false if the budget is exhausted, which ends the run. */
  private boolean level(
      RuleNode node, String path, JsonValue value, @Nullable JsonValue old, Ratchet ratchet) {
    if (value.isNull()) {
      return true;
    }
    JsonValue before = old == null || old.isNull() ? null : old;
    if (!rules(node, path, value, before, ratchet)) {
      return false;
    }
    for (RuleNode part : node.parts()) {
      if (!level(part, path, value, before, ratchet.ofPart())) {
        return false;
      }
    }
    return value.isObject()
        ? members(node, path, value, before, ratchet)
        : !value.isArray() || elements(node, path, value, before, ratchet);
  }

  private boolean members(
      RuleNode node, String path, JsonValue object, @Nullable JsonValue old, Ratchet ratchet) {
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      String name = member.getKey();
      RuleNode named = node.properties().get(name);
      RuleNode below = named == null ? node.additional() : named;
      if (below == null) {
        continue;
      }
      String at =
          named == null ? path + "[" + name + "]" : path.equals(ROOT) ? name : path + "." + name;
      JsonValue before = old == null ? null : old.get(name);
      if (!level(below, at, member.getValue(), before, ratchet.member(name))) {
        return false;
      }
    }
    return true;
  }

  private boolean elements(
      RuleNode node, String path, JsonValue array, @Nullable JsonValue old, Ratchet ratchet) {
    RuleNode items = node.items();
    if (items == null) {
      return true;
    }
    Map<Object, JsonValue> before = keyed(node.type(), old);
    for (int i = 0; i < array.size(); i++) {
      JsonValue element = array.path(i);
      JsonValue same =
          before.isEmpty() ? null : before.get(((DeclaredType.Array) node.type()).key(element));
      if (!level(items, path + "[" + i + "]", element, same, ratchet.element(i, same))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the old elements by key; empty if the list has no keys. */
  private static Map<Object, JsonValue> keyed(DeclaredType type, @Nullable JsonValue old) {
    var keyed = new HashMap<Object, JsonValue>();
    if (old != null
        && type instanceof DeclaredType.Array array
        && array.kind() == DeclaredType.Array.Kind.MAP) {
      for (JsonValue element : old) {
        keyed.putIfAbsent(array.key(element), element);
      }
    }
    return keyed;
  }

  private boolean rules(
      RuleNode node, String path, JsonValue value, @Nullable JsonValue old, Ratchet ratchet) {
    for (CompiledRule rule : node.rules()) {
      boolean optional = rule.text().hasOptionalOldSelf();
      if (rule.usesOldSelf() && old == null && !optional) {
        continue; // a transition rule needs an old value
      }
      if (!new Verdict(node, rule, path, value, old, ratchet).reach()) {
        return false;
      }
    }
    return true;
  }

  /** The evaluation of one rule on one value. */
  private final class Verdict {
    private final RuleNode node;
    private final CompiledRule rule;
    private final String path;
    private final JsonValue value;
    private final @Nullable JsonValue old;
    private final Ratchet ratchet;

    Verdict(
        RuleNode node,
        CompiledRule rule,
        String path,
        JsonValue value,
        @Nullable JsonValue old,
        Ratchet ratchet) {
      this.node = node;
      this.rule = rule;
      this.path = path;
      this.value = value;
      this.old = old;
      this.ratchet = ratchet;
    }

    /** Returns false if the run must end. */
    boolean reach() {
      if (rule.program() == null) {
        errors.add(unusable("rule compile error: " + rule.failure()));
        return true;
      }
      try {
        return Boolean.TRUE.equals(run(rule.program())) || report();
      } catch (RuleFailure e) {
        errors.add(unusable(explain(e.getMessage())));
        return true;
      } catch (CostLimit e) {
        errors.add(unusable(explain(e)));
        return false;
      }
    }

    private Object run(RuleProgram program) {
      boolean optional = rule.text().hasOptionalOldSelf();
      var cost = new RuleCost(Math.min(budget, RuleProgram.MAX_COST));
      try {
        Object self = node.type().view(value);
        Object oldSelf = old == null ? null : node.type().view(old);
        return program.run(self, optional ? Optional.ofNullable(oldSelf) : oldSelf, cost);
      } finally {
        budget -= cost.spent();
      }
    }

    private boolean report() {
      try {
        add(error(field(), message()));
        return true;
      } catch (CostLimit e) {
        add(FieldError.invalid(field(), node.typeName(), explainMessage()));
        return false;
      }
    }

    private void add(FieldError error) {
      if (!rule.usesOldSelf() && ratchet.unchanged()) {
        warnings.accept(error.toString());
      } else {
        errors.add(error);
      }
    }

    private String field() {
      String below = rule.fieldPath();
      return below.isEmpty() ? path : path.equals(ROOT) ? below : path + "." + below;
    }

    /** Returns the result of the messageExpression, or the static message if that is unusable. */
    private String message() {
      if (rule.message() == null) {
        return rule.text().complaint();
      }
      try {
        Object made = run(rule.message());
        String message = made instanceof String text ? text.strip() : "";
        return isUsable(message) ? message : rule.text().complaint();
      } catch (RuleFailure e) {
        return rule.text().complaint();
      }
    }

    private static boolean isUsable(String message) {
      return !message.isEmpty()
          && message.indexOf('\n') < 0
          && message.getBytes(StandardCharsets.UTF_8).length <= MAX_MESSAGE;
    }

    private FieldError error(String field, String detail) {
      String reason = rule.text().reason();
      return switch (reason == null ? "FieldValueInvalid" : reason) {
        case "FieldValueForbidden" -> FieldError.forbidden(field, detail);
        case "FieldValueRequired" -> FieldError.required(field, detail);
        case "FieldValueDuplicate" ->
            value.isContainer()
                ? new FieldError("FieldValueDuplicate", field, "Duplicate value")
                : new FieldError("FieldValueDuplicate", field, "Duplicate value: " + quoted(value));
        default ->
            value.isContainer()
                ? new FieldError("FieldValueInvalid", field, "Invalid value: " + detail)
                : FieldError.invalid(field, shown(value), detail);
      };
    }

    private String explain(String failure) {
      return failure.startsWith(NO_SUCH_OVERLOAD)
          ? "'"
              + failure
              + "': call arguments did not match a supported operator, function or macro signature"
              + " for rule: "
              + rule.text().name()
          : failure + " evaluating rule: " + rule.text().name();
    }

    private String explain(CostLimit limit) {
      return budget <= 0
          ? "validation failed due to running out of cost budget, no further validation rules will"
              + " be run"
          : "'"
              + limit.getMessage()
              + "': no further validation rules will be run due to call cost exceeds limit for"
              + " rule: "
              + rule.text().name();
    }

    private String explainMessage() {
      return budget <= 0
          ? "messageExpression evaluation failed due to running out of cost budget, no further"
              + " validation rules will be run"
          : "no further validation rules will be run due to call cost exceeds limit for"
              + " messageExpression: "
              + Quotation.of(rule.text().messageExpression());
    }

    private FieldError unusable(String detail) {
      return FieldError.invalid(path, node.typeName(), detail);
    }
  }

  private static String quoted(JsonValue scalar) {
    return scalar.isText() ? Quotation.of(scalar.textValue()) : scalar.toString();
  }

  private static Object shown(JsonValue scalar) {
    return scalar.isText() ? scalar.textValue() : scalar;
  }
}
