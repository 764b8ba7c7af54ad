package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Validates ValidatingAdmissionPolicies and MutatingAdmissionPolicies. Their CEL expressions must
 * be present, but are not compiled: an expression that does not compile fails when it is evaluated.
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
    Field spec = policy.at("spec");
    spec.checkDeclared("failurePolicy");
    spec.at("paramKind").ifPresent(PolicyRules::checkParameters);
    Field matched = spec.at("matchConstraints");
    if (matched.absent()) {
      matched.required("");
    } else {
      checkMatch(matched, mutating);
      matched.at("resourceRules").requireText();
    }
    checkConditions(spec.at("matchConditions"));
    spec.at("variables").each(PolicyRules::checkVariable);
    if (mutating) {
      checkMutations(spec);
    } else {
      checkValidations(spec, policy.at("metadata", "name").text());
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

  static void checkConditions(Field conditions) {
    conditions.checkDeclared();
    Set<String> names = new HashSet<>();
    for (Field condition : conditions.items()) {
      if (condition.at("expression").text().isBlank()) {
        condition.at("expression").required("");
      }
      Field name = condition.at("name");
      name.requireMatch(TextForm.QUALIFIED_NAME);
      if (!name.isEmpty()) {
        name.unique(names);
      }
    }
  }

  private static void checkVariable(Field variable) {
    Field name = variable.at("name");
    if (name.text().isBlank()) {
      name.required("name is not specified");
    } else if (!isIdentifier(name.text())) {
      name.invalid("must be a valid CEL identifier");
    }
    checkExpression(variable, "expression is not specified");
  }

  private static boolean isIdentifier(String name) {
    return !TextForm.isDigit(name.charAt(0))
        && TextForm.consistsOf(name, c -> TextForm.isAlphanumeric(c) || c == '_');
  }

  private static void checkExpression(Field holder, String rule) {
    if (holder.at("expression").text().isBlank()) {
      holder.at("expression").required(rule);
    }
  }

  private static void checkValidations(Field spec, String name) {
    Field validations = spec.at("validations");
    Field annotations = spec.at("auditAnnotations");
    if (validations.isEmpty() && annotations.isEmpty()) {
      validations.required(NOTHING);
      annotations.required(NOTHING);
      return;
    }
    validations.each(PolicyRules::checkValidation);
    if (annotations.size() > MAX_ANNOTATIONS) {
      annotations.invalid("must not have more than " + MAX_ANNOTATIONS + " auditAnnotations");
    }
    Set<String> keys = new HashSet<>();
    for (Field annotation : annotations.items()) {
      checkAnnotation(annotation, name);
      annotation.at("key").unique(keys);
    }
  }

  private static void checkValidation(Field validation) {
    checkExpression(validation, "expression is not specified");
    for (String member : List.of("messageExpression", "message")) {
      Field text = validation.at(member);
      if (!text.isEmpty() && text.text().isBlank()) {
        text.invalid("must be non-empty if specified");
      }
    }
    Field message = validation.at("message");
    if (message.text().strip().chars().anyMatch(c -> c == '\n' || c == '\r')) {
      message.invalid("must not contain line breaks");
    }
    validation.checkDeclared("reason");
  }

  private static void checkAnnotation(Field annotation, String policy) {
    Field key = annotation.at("key");
    key.matches(TextForm.QUALIFIED_NAME, policy + "/" + key.text());
    Field value = annotation.at("valueExpression");
    if (value.text().isBlank()) {
      value.required("valueExpression is not specified");
    } else if (value.text().strip().length() > MAX_ANNOTATION_EXPRESSION) {
      value.required("must not exceed %d bytes in length".formatted(MAX_ANNOTATION_EXPRESSION));
    }
  }

  private static void checkMutations(Field spec) {
    Field mutations = spec.at("mutations");
    if (mutations.isEmpty()) {
      mutations.required("mutations must contain at least one item");
    }
    mutations.each(PolicyRules::checkMutation);
    spec.checkDeclared("reinvocationPolicy");
  }

  private static void checkMutation(Field mutation) {
    Field type = mutation.at("patchType");
    switch (type.text()) {
      case "JSONPatch" -> checkPatch(mutation, "jsonPatch", "applyConfiguration");
      case "ApplyConfiguration" -> checkPatch(mutation, "applyConfiguration", "jsonPatch");
      default -> type.checkDeclared();
    }
  }

  private static void checkPatch(Field mutation, String own, String other) {
    String type = mutation.at("patchType").text();
    if (mutation.at(own).absent()) {
      mutation.at(own).required("must be specified when patchType is " + type);
    } else {
      checkExpression(mutation.at(own), "");
    }
    if (mutation.at(other).present()) {
      mutation
          .at(other)
          .invalid("{" + other + "}", "must not be specified when patchType is " + type);
    }
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
