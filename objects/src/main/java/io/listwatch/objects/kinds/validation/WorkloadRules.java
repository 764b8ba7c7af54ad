package io.listwatch.objects.kinds.validation;

import java.util.regex.Pattern;

/**
 * Validates the workloads with a pod template: Deployments, ReplicaSets, ReplicationControllers,
 * DaemonSets and PodTemplates.
 */
final class WorkloadRules {
  private static final int ALL = 100;
  private static final Pattern SHARE = Pattern.compile("[+-]?[0-9]{1,18}");

  private WorkloadRules() {}

  /** Validates Deployments. */
  static final class Deployment implements ValidationRules {
    @Override
    public void check(Field deployment) {
      Field spec = deployment.at("spec");
      spec.checkDeclared("replicas");
      if (checkSelector(spec, "deployment", "invalid label selector")) {
        checkTemplate(spec.at("template"), spec.at("selector"), "ReplicaSet");
      }
      checkStrategy(spec.at("strategy"));
      spec.checkDeclared("minReadySeconds", "revisionHistoryLimit");
      checkDeadline(spec);
    }

    private static void checkDeadline(Field spec) {
      Field deadline = spec.at("progressDeadlineSeconds");
      deadline.checkDeclared();
      if (deadline.present() && deadline.number() <= spec.at("minReadySeconds").number()) {
        deadline.invalid("must be greater than minReadySeconds");
      }
    }

    private static void checkStrategy(Field strategy) {
      Field rolling = strategy.at("rollingUpdate");
      switch (strategy.at("type").text()) {
        case "Recreate" ->
            rolling.ifPresent(
                given ->
                    given.forbidden("may not be specified when strategy `type` is 'Recreate'"));
        case "", "RollingUpdate" -> rolling.ifPresent(Deployment::checkRolling);
        default -> strategy.unsupported(shownStrategy(strategy), strategy.at("type").supported());
      }
    }

    private static void checkRolling(Field rolling) {
      Field missing = rolling.at("maxUnavailable");
      Field extra = rolling.at("maxSurge");
      share(missing);
      share(extra);
      if (missing.present() && shareOf(missing) == 0 && shareOf(extra) == 0) {
        missing.invalid("may not be 0 when `maxSurge` is 0");
      }
      atMostAll(missing);
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      checkSameSelector(next, old);
    }

    @Override
    public void checkStatus(Field next, Field old) {
      Field status = next.at("status");
      status.checkDeclared(
          "observedGeneration",
          "replicas",
          "updatedReplicas",
          "readyReplicas",
          "availableReplicas",
          "unavailableReplicas",
          "terminatingReplicas",
          "collisionCount");
      ReplicaRules.checkParts(status, "updatedReplicas", "readyReplicas", "availableReplicas");
      ReplicaRules.checkAvailable(status, "readyReplicas");
      ReplicaRules.checkCollisions(status, old.at("status"));
    }
  }

  /** Validates ReplicaSets. */
  static final class ReplicaSet implements ValidationRules {
    @Override
    public void check(Field set) {
      Field spec = set.at("spec");
      spec.checkDeclared("replicas", "minReadySeconds");
      if (checkSelector(spec, "deployment", "invalid label selector")) {
        checkTemplate(spec.at("template"), spec.at("selector"), "ReplicaSet");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      checkSameSelector(next, old);
    }

    @Override
    public void checkStatus(Field next, Field old) {
      ReplicaRules.checkLabeled(next.at("status"));
    }
  }

  /** Validates ReplicationControllers, whose selectors are plain labels. */
  static final class ReplicationController implements ValidationRules {
    @Override
    public void check(Field controller) {
      Field spec = controller.at("spec");
      spec.checkDeclared("minReadySeconds");
      if (spec.at("selector").isEmpty()) {
        spec.at("selector").required("");
      }
      spec.checkDeclared("replicas");
      Field template = spec.at("template");
      if (template.absent()) {
        template.required("");
        return;
      }
      Field labels = template.at("metadata", "labels");
      boolean chosen =
          spec.at("selector").entries().entrySet().stream()
              .allMatch(each -> each.getValue().alike(labels.at(each.getKey())));
      if (!chosen) {
        labels.invalid("`selector` does not match template `labels`");
      }
      PodTemplateRules.check(template);
      PodTemplateRules.checkAlwaysRestarts(template, "ReplicationController");
    }

    @Override
    public void checkStatus(Field next, Field old) {
      ReplicaRules.checkLabeled(next.at("status"));
    }
  }

  /** Validates DaemonSets. */
  static final class DaemonSet implements ValidationRules {
    @Override
    public void check(Field set) {
      Field spec = set.at("spec");
      Field selector = spec.at("selector");
      LabelSelectorRules.check(selector);
      Field template = spec.at("template");
      if (LabelSelectorRules.usable(selector)
          && !LabelSelectorRules.matches(selector, template.at("metadata", "labels").entries())) {
        template.at("metadata", "labels").invalid("`selector` does not match template `labels`");
      }
      if (selector.present() && LabelSelectorRules.isEmpty(selector)) {
        invalidSelector(selector, "empty selector is invalid for daemonset");
      }
      PodTemplateRules.check(template);
      PodTemplateRules.checkAlwaysRestarts(template, "DaemonSet");
      spec.checkDeclared("minReadySeconds");
      checkStrategy(spec.at("updateStrategy"));
      spec.checkDeclared("revisionHistoryLimit");
    }

    private static void checkStrategy(Field strategy) {
      switch (strategy.at("type").text()) {
        case "", "OnDelete" -> {}
        case "RollingUpdate" -> strategy.at("rollingUpdate").ifPresent(DaemonSet::checkRolling);
        default -> strategy.unsupported(shownStrategy(strategy), strategy.at("type").supported());
      }
    }

    private static void checkRolling(Field rolling) {
      Field missing = rolling.at("maxUnavailable");
      Field extra = rolling.at("maxSurge");
      share(missing);
      share(extra);
      atMostAll(missing);
      atMostAll(extra);
      boolean hasMissing = shareOf(missing) != 0;
      boolean hasExtra = shareOf(extra) != 0;
      if (hasMissing && hasExtra) {
        extra.invalid("may not be set when maxUnavailable is non-zero");
      } else if (missing.present() && !hasMissing && !hasExtra) {
        missing.required("cannot be 0 when maxSurge is 0");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      checkSameSelector(next, old);
      check(next);
    }

    @Override
    public void checkStatus(Field next, Field old) {
      next.at("status")
          .checkDeclared(
              "currentNumberScheduled",
              "numberMisscheduled",
              "desiredNumberScheduled",
              "numberReady",
              "observedGeneration",
              "updatedNumberScheduled",
              "numberAvailable",
              "numberUnavailable",
              "collisionCount");
      ReplicaRules.checkCollisions(next.at("status"), old.at("status"));
    }
  }

  /** Validates PodTemplates. */
  static final class PodTemplate implements ValidationRules {
    @Override
    public void check(Field object) {
      PodTemplateRules.check(object.at("template"));
    }
  }

  /**
   * Requires a selector that is not empty.
   *
   * @return true if the selector can be evaluated
   */
  static boolean checkSelector(Field spec, String kind, String unusable) {
    Field selector = spec.at("selector");
    if (selector.absent()) {
      selector.required("");
      return true;
    }
    LabelSelectorRules.check(selector);
    if (LabelSelectorRules.isEmpty(selector)) {
      invalidSelector(selector, "empty selector is invalid for " + kind);
    }
    boolean usable = LabelSelectorRules.usable(selector);
    if (!usable) {
      invalidSelector(selector, unusable);
    }
    return usable;
  }

  static void invalidSelector(Field selector, String rule) {
    selector.invalid(LabelSelectorRules.shown(selector), rule);
  }

  static void checkTemplate(Field template, Field selector, String kind) {
    PodTemplateRules.checkSelected(template, selector);
    PodTemplateRules.check(template);
    PodTemplateRules.checkAlwaysRestarts(template, kind);
  }

  static void checkSameSelector(Field next, Field old) {
    Field selector = next.at("spec", "selector");
    if (!selector.alike(old.at("spec", "selector"))) {
      invalidSelector(selector, "field is immutable");
    }
  }

  /** Validates an int-or-percent value: a non-negative number, or a percentage. */
  static void share(Field share) {
    if (share.value().isText()) {
      share.matches(TextForm.PERCENT);
    } else {
      share.nonNegative();
    }
  }

  /**
   * Returns the number, or the percentage. kube-apiserver parses strings without a percent sign
   * too.
   */
  static long shareOf(Field share) {
    String digits = share.text().replace("%", "");
    return SHARE.matcher(digits).matches() ? Long.parseLong(digits) : share.number();
  }

  static void atMostAll(Field share) {
    if (TextForm.isPercent(share.text()) && shareOf(share) > ALL) {
      share.invalid("must not be greater than 100%");
    }
  }

  static Object shownStrategy(Field strategy) {
    return GoStruct.of(strategy)
        .withText("Type", "type")
        .withStruct(
            "RollingUpdate",
            "rollingUpdate",
            rolling ->
                rolling.with("MaxUnavailable", "maxUnavailable").with("MaxSurge", "maxSurge"));
  }
}
