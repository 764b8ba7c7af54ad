package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Validates the RBAC kinds. */
final class RbacRules {
  private static final String GROUP = "rbac.authorization.k8s.io";

  private RbacRules() {}

  /** Validates Roles and ClusterRoles. */
  record Role(boolean namespaced) implements ValidationRules {
    @Override
    public void check(Field role) {
      role.at("rules").each(this::checkRule);
      role.at("aggregationRule").ifPresent(Role::checkAggregation);
    }

    private void checkRule(Field rule) {
      if (rule.at("verbs").isEmpty()) {
        rule.at("verbs").required("verbs must contain at least one value");
      }
      Field paths = rule.at("nonResourceURLs");
      if (!paths.isEmpty()) {
        checkPaths(rule, paths);
        return;
      }
      if (rule.at("apiGroups").isEmpty()) {
        rule.at("apiGroups").required("resource rules must supply at least one api group");
      }
      if (rule.at("resources").isEmpty()) {
        rule.at("resources").required("resource rules must supply at least one resource");
      }
    }

    private void checkPaths(Field rule, Field paths) {
      if (namespaced) {
        paths.invalid("namespaced rules cannot apply to non-resource URLs");
      }
      boolean resources =
          List.of("apiGroups", "resources", "resourceNames").stream()
              .anyMatch(member -> !rule.at(member).isEmpty());
      if (resources) {
        paths.invalid("rules cannot apply to both regular resources and non-resource URLs");
      }
    }

    private static void checkAggregation(Field rule) {
      Field selectors = rule.at("clusterRoleSelectors");
      if (selectors.isEmpty()) {
        selectors.required(
            "at least one clusterRoleSelector required if aggregationRule is non-nil");
      }
      selectors.each(
          selector -> {
            LabelSelectorRules.check(selector);
            if (!LabelSelectorRules.usable(selector)) {
              selector.with(selector.value().path("none")).invalid("invalid label selector.");
            }
          });
    }
  }

  /** Validates RoleBindings and ClusterRoleBindings. */
  record Binding(boolean namespaced) implements ValidationRules {
    @Override
    public void check(Field binding) {
      Field role = binding.at("roleRef");
      role.checkDeclared("apiGroup");
      role.at("kind").oneOf(namespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole"));
      role.at("name").requireMatch(TextForm.PATH_SEGMENT);
      binding.at("subjects").each(this::checkSubject);
    }

    private void checkSubject(Field subject) {
      Field name = subject.at("name");
      name.checkDeclared();
      switch (subject.at("kind").text()) {
        case "ServiceAccount" -> {
          name.mayMatch(TextForm.SUBDOMAIN);
          subject.at("apiGroup").filledIn(List.of(""));
          if (!namespaced) {
            subject.at("namespace").requireText();
          }
        }
        case "User", "Group" -> subject.at("apiGroup").filledIn(List.of(GROUP));
        default -> subject.checkDeclared("kind");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      Field role = next.at("roleRef");
      if (!role.alike(old.at("roleRef"))) {
        role.invalid(
            GoStruct.of(role)
                .withText("APIGroup", "apiGroup")
                .withText("Kind", "kind")
                .withText("Name", "name"),
            "cannot change roleRef");
      }
    }
  }
}
