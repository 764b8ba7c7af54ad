package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates tolerations, topology spread constraints and scheduling gates. */
final class SchedulingRules {
  private SchedulingRules() {}

  static void checkToleration(Field toleration) {
    Field key = toleration.at("key");
    Field operator = toleration.at("operator");
    Field effect = toleration.at("effect");
    key.mayMatch(TextForm.QUALIFIED_NAME);
    if (key.isEmpty() && !operator.is("Exists")) {
      operator.invalid(
          operator.text(),
          "operator must be Exists when `key` is empty, which means \"match all values and all"
              + " keys\"");
    }
    if (toleration.at("tolerationSeconds").present() && !effect.is("NoExecute")) {
      effect.invalid(effect.text(), "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    checkOperator(operator, toleration.at("value"));
    effect.checkDeclared();
  }

  private static void checkOperator(Field operator, Field value) {
    switch (operator.text()) {
      case "Equal", "" -> operator.matches(TextForm.JOINED_LABEL_VALUE, value.text());
      case "Exists" -> {
        if (!value.isEmpty()) {
          operator.invalid(value.text(), "value must be empty when `operator` is 'Exists'");
        }
      }
      case "Lt", "Gt" ->
          operator.unsupported(operator.text(), List.of("Equal", "Exists", "Lt", "Gt"));
      default -> operator.unsupported(operator.text(), List.of("Equal", "Exists"));
    }
  }

  static void checkSpread(Field constraints) {
    Set<String> seen = new HashSet<>();
    List<Field> items = constraints.items();
    // kube-apiserver reports a duplicate at the earlier item, so this loop runs backwards.
    boolean[] repeated = new boolean[items.size()];
    for (int i = items.size() - 1; i >= 0; i--) {
      repeated[i] = !seen.add(identity(items.get(i)));
    }
    for (int i = 0; i < repeated.length; i++) {
      checkConstraint(items.get(i), repeated[i]);
    }
  }

  private static String identity(Field constraint) {
    return "{"
        + constraint.at("topologyKey").text()
        + ", "
        + constraint.at("whenUnsatisfiable").text()
        + "}";
  }

  private static void checkConstraint(Field constraint, boolean repeated) {
    constraint.checkDeclared("maxSkew");
    if (constraint.at("topologyKey").isEmpty()) {
      constraint.at("topologyKey").required("can not be empty");
    }
    constraint.checkDeclared("whenUnsatisfiable");
    if (repeated) {
      constraint.at("{topologyKey, whenUnsatisfiable}").duplicate(identity(constraint));
    }
    constraint.at("minDomains").ifPresent(each -> checkDomains(each, constraint));
    constraint.checkDeclared("nodeAffinityPolicy", "nodeTaintsPolicy");
    AffinityRules.checkLabelKeys(constraint);
    LabelSelectorRules.check(constraint.at("labelSelector"));
  }

  private static void checkDomains(Field domains, Field constraint) {
    domains.checkDeclared();
    String action = constraint.at("whenUnsatisfiable").text();
    if (!action.equals("DoNotSchedule")) {
      domains.invalid("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
    }
  }

  static void checkGates(Field gates) {
    Set<String> seen = new HashSet<>();
    gates.each(
        gate -> {
          String name = gate.at("name").text();
          gate.matches(TextForm.QUALIFIED_NAME, name);
          if (!seen.add(name)) {
            gate.duplicate(name);
          }
        });
  }
}
