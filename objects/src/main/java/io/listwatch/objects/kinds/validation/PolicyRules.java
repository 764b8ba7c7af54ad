package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.cel.AdmissionScope;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Validates ValidatingAdmissionPolicies and MutatingAdmissionPolicies, and compiles their CEL
 * expressions.
 */
final class PolicyRules implements ValidationRules {
  private static final int MAX_ANNOTATIONS = 20;
  private static final int MAX_ANNOTATION_EXPRESSION = 5 * 1024;
  private static final List<String> CHANGING = List.of("*", "CONNECT", "CREATE", "UPDATE");
  private static final String NOTHING =
      "validations or auditAnnotations must contain at least one item";

  private final boolean mutating;

  /**
   * @param mutating true for a MutatingAdmissionPolicy
   */
  PolicyRules(boolean mutating) {
    this.mutating = mutating;
  }

  @Override
  public void check(Field policy) {
    check(policy, Set.of(), true);
  }

  /** Match conditions that have not changed are not validated again. */
  @Override
  public void checkChange(Field next, Field old) {
    Field spec = next.at("spec");
    Field before = old.at("spec");
    boolean sameParams = spec.at("paramKind").alike(before.at("paramKind"));
    boolean sameScope = sameParams && spec.at("variables").alike(before.at("variables"));
    check(
        next,
        sameScope ? ExpressionRules.expressionsIn(before) : Set.of(),
        !sameParams || !spec.at("matchConditions").alike(before.at("matchConditions")));
  }

  private void check(Field policy, Set<String> stored, boolean conditionsToo) {
    Field spec = policy.at("spec");
    boolean params = spec.at("paramKind").present();
    spec.checkDeclared("failurePolicy");
    spec.at("paramKind").ifPresent(PolicyRules::checkParameters);
    Field matched = spec.at("matchConstraints");
    if (matched.absent()) {
      matched.required("");
    } else {
      checkMatch(matched, mutating);
      matched.at("resourceRules").requireText();
    }
    if (conditionsToo) {
      checkConditions(spec.at("matchConditions"), params, stored);
    }
    boolean composed = mutating || !spec.at("variables").isEmpty();
    var rules =
        new ExpressionRules(
            composed ? AdmissionScope.composed(params) : AdmissionScope.plain(params), stored);
    spec.at("variables").each(variable -> checkVariable(variable, rules));
    if (mutating) {
      checkMutations(spec, rules);
    } else {
      checkValidations(spec, policy.at("metadata", "name").text(), rules);
    }
  }

  private static void checkParameters(Field kind) {
    Field version = kind.at("apiVersion");
    String[] parts = version.text().split("/", -1);
    if (version.isEmpty()) {
      version.required("");
    } else if (parts.length > 2) {
      version.invalid("unexpected GroupVersion string: " + version.text());
    } else {
      if (parts.length == 2 && !parts[0].isEmpty()) {
        joined(TextForm.SUBDOMAIN, parts[0], broken -> version.invalid(parts[0], broken));
      }
      String last = parts[parts.length - 1];
      if (last.isEmpty()) {
        version.invalid("version must be specified");
      } else {
        joined(TextForm.LETTER_LABEL, last, broken -> version.invalid(last, broken));
      }
    }
    Field name = kind.at("kind");
    if (name.isEmpty()) {
      name.required("");
    } else {
      joined(
          TextForm.LETTER_LABEL,
          name.text().toLowerCase(Locale.ROOT),
          broken -> name.invalid("may have mixed case, but should otherwise match: " + broken));
    }
  }

  private static void joined(TextForm form, String text, Consumer<String> complaint) {
    List<String> broken = form.violations(text);
    if (!broken.isEmpty()) {
      complaint.accept(String.join(",", broken));
    }
  }

  /** Validates match resources. */
  static void checkMatch(Field matched, boolean mutating) {
    matched.checkDeclared("matchPolicy");
    LabelSelectorRules.check(matched.at("namespaceSelector"));
    LabelSelectorRules.check(matched.at("objectSelector"));
    matched.at("resourceRules").each(PolicyRules::checkNamedRule);
    matched.at("excludeResourceRules").each(PolicyRules::checkNamedRule);
    if (mutating) {
      for (Field rule : matched.at("resourceRules").items()) {
        FieldPath place = matched.at("resourceRules").path().child("operations");
        rule.at("operations").each(each -> each.called(place).oneOf(CHANGING));
      }
    }
  }

  private static void checkNamedRule(Field rule) {
    Set<String> names = new HashSet<>();
    rule.at("resourceNames")
        .each(
            name -> {
              name.matches(TextForm.PATH_SEGMENT);
              name.unique(names);
            });
    WebhookRules.checkRule(rule);
  }

  /**
   * Validates match conditions.
   *
   * @param params true if they may use {@code params}
   * @param stored the expressions that are not reported again
   */
  static void checkConditions(Field conditions, boolean params, Set<String> stored) {
    conditions.checkDeclared();
    var rules = new ExpressionRules(AdmissionScope.plain(params), stored);
    Set<String> names = new HashSet<>();
    for (Field condition : conditions.items()) {
      if (isThere(condition.at("expression"), "")) {
        rules.checkTrimmed(condition.at("expression"), Result.CONDITION);
      }
      Field name = condition.at("name");
      name.requireMatch(TextForm.QUALIFIED_NAME);
      if (!name.isEmpty()) {
        name.unique(names);
      }
    }
  }

  private static void checkVariable(Field variable, ExpressionRules rules) {
    Field name = variable.at("name");
    if (name.text().isBlank()) {
      name.required("name is not specified");
    } else if (!AdmissionScope.isIdentifier(name.text())) {
      name.invalid("must be a valid CEL identifier");
    }
    if (isThere(variable.at("expression"), "expression is not specified")) {
      rules.define(name.text(), variable.at("expression"));
    }
  }

  /** Requires an expression. Returns true if there is one. */
  private static boolean isThere(Field expression, String rule) {
    if (expression.text().isBlank()) {
      expression.required(rule);
      return false;
    }
    return true;
  }

  private static void checkValidations(Field spec, String name, ExpressionRules rules) {
    Field validations = spec.at("validations");
    Field annotations = spec.at("auditAnnotations");
    if (validations.isEmpty() && annotations.isEmpty()) {
      validations.required(NOTHING);
      annotations.required(NOTHING);
      return;
    }
    validations.each(validation -> checkValidation(validation, rules));
    if (annotations.size() > MAX_ANNOTATIONS) {
      annotations.invalid("must not have more than " + MAX_ANNOTATIONS + " auditAnnotations");
    }
    Set<String> keys = new HashSet<>();
    for (Field annotation : annotations.items()) {
      checkAnnotation(annotation, name, rules);
      annotation.at("key").unique(keys);
    }
  }

  private static void checkValidation(Field validation, ExpressionRules rules) {
    if (isThere(validation.at("expression"), "expression is not specified")) {
      rules.check(validation.at("expression"), Result.CONDITION);
    }
    Field computed = validation.at("messageExpression");
    if (isBlank(computed)) {
      computed.invalid("must be non-empty if specified");
    } else if (!computed.isEmpty()) {
      rules.check(computed, Result.MESSAGE);
    }
    Field message = validation.at("message");
    if (isBlank(message)) {
      message.invalid("must be non-empty if specified");
    } else if (message.text().strip().chars().anyMatch(c -> c == '\n' || c == '\r')) {
      message.invalid("must not contain line breaks");
    }
    validation.checkDeclared("reason");
  }

  private static boolean isBlank(Field text) {
    return !text.isEmpty() && text.text().isBlank();
  }

  private static void checkAnnotation(Field annotation, String policy, ExpressionRules rules) {
    Field key = annotation.at("key");
    key.matches(TextForm.QUALIFIED_NAME, policy + "/" + key.text());
    Field value = annotation.at("valueExpression");
    if (!isThere(value, "valueExpression is not specified")) {
      return;
    }
    int bytes = value.text().strip().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_ANNOTATION_EXPRESSION) {
      value.required("must not exceed %d bytes in length".formatted(MAX_ANNOTATION_EXPRESSION));
    } else {
      rules.checkTrimmedShowingAll(value, Result.ANNOTATION);
    }
  }

  private static void checkMutations(Field spec, ExpressionRules rules) {
    Field mutations = spec.at("mutations");
    if (mutations.isEmpty()) {
      mutations.required("mutations must contain at least one item");
    }
    mutations.each(mutation -> checkMutation(mutation, rules));
    spec.checkDeclared("reinvocationPolicy");
  }

  private static void checkMutation(Field mutation, ExpressionRules rules) {
    Field type = mutation.at("patchType");
    switch (type.text()) {
      case "JSONPatch" -> {
        checkPatch(mutation, "jsonPatch", Result.PATCH, rules);
        checkAbsent(mutation, "applyConfiguration");
      }
      case "ApplyConfiguration" -> {
        checkPatch(mutation, "applyConfiguration", Result.CONFIGURATION, rules);
        checkAbsent(mutation, "jsonPatch");
      }
      default -> type.checkDeclared();
    }
  }

  private static void checkPatch(
      Field mutation, String name, Result result, ExpressionRules rules) {
    Field patch = mutation.at(name);
    if (patch.absent()) {
      patch.required("must be specified when patchType is " + mutation.at("patchType").text());
    } else if (isThere(patch.at("expression"), "")) {
      rules.checkTrimmed(patch.at("expression"), result);
    }
  }

  private static void checkAbsent(Field mutation, String name) {
    String type = mutation.at("patchType").text();
    mutation
        .at(name)
        .ifPresent(
            patch ->
                patch.invalid("{" + name + "}", "must not be specified when patchType is " + type));
  }

  /** Validates the bindings of admission policies. */
  static final class Binding implements ValidationRules {
    private static final String ONE = "name and selector are mutually exclusive";

    private final boolean mutating;

    Binding(boolean mutating) {
      this.mutating = mutating;
    }

    @Override
    public void check(Field binding) {
      Field spec = binding.at("spec");
      spec.at("policyName").requireMatch(TextForm.SUBDOMAIN);
      spec.at("paramRef").ifPresent(Binding::checkParameters);
      spec.at("matchResources").ifPresent(matched -> checkMatch(matched, mutating));
      if (!mutating) {
        checkActions(spec.at("validationActions"));
      }
    }

    private static void checkParameters(Field reference) {
      Field name = reference.at("name");
      Field selector = reference.at("selector");
      if (!name.isEmpty()) {
        name.matches(TextForm.PATH_SEGMENT);
        if (selector.present()) {
          name.forbidden(ONE);
        }
      }
      LabelSelectorRules.check(selector);
      if (selector.present() && !name.isEmpty()) {
        selector.forbidden(ONE);
      } else if (selector.absent() && name.isEmpty()) {
        reference.required("one of name or selector must be specified");
      }
      reference.checkDeclared("parameterNotFoundAction");
    }

    private static void checkActions(Field actions) {
      Set<String> seen = new HashSet<>();
      actions.each(
          action -> {
            action.checkDeclared();
            action.unique(seen);
          });
      if (seen.contains("Deny") && seen.contains("Warn")) {
        actions.invalid(
            "must not contain both Deny and Warn (repeating the same validation failure information"
                + " in the API response and headers serves no purpose)");
      }
      if (actions.isEmpty()) {
        actions.required("at least one validation action is required");
      }
    }
  }
}
