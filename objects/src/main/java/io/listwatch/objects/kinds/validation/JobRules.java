package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Map;

/** Validates Jobs. */
final class JobRules implements ValidationRules {
  private static final int MAX_PARALLELISM = 100_000;
  private static final int MAX_FAILED_INDEXES = 100_000;
  private static final int MANY_COMPLETIONS = 100_000;
  private static final int MANY_LIMIT = 10_000;

  private static final String UID = "batch.kubernetes.io/controller-uid";
  private static final String NAME = "batch.kubernetes.io/job-name";
  private static final String OLD_UID = "controller-uid";
  private static final String OLD_NAME = "job-name";

  @Override
  public void check(Field job) {
    checkGenerated(job);
    Field spec = job.at("spec");
    checkWithSelector(spec);
    Field completions = spec.at("completions");
    if (isIndexed(spec) && completions.number() > 0) {
      Field name = job.at("metadata", "name");
      String host = name.text() + "-" + (completions.number() - 1);
      if (!TextForm.DNS_LABEL.violations(host).isEmpty()) {
        name.invalid("will not able to create pod with invalid DNS label: " + host);
      }
    }
  }

  /** Requires a generated selector to match the labels that the server has generated. */
  private static void checkGenerated(Field job) {
    Field selector = job.at("spec", "selector");
    if (job.at("spec", "manualSelector").isTrue() || selector.absent()) {
      return;
    }
    Field uid = job.at("metadata", "uid");
    Field name = job.at("metadata", "name");
    Map<String, Field> generated = Map.of(OLD_UID, uid, OLD_NAME, name, UID, uid, NAME, name);
    Field labels = job.at("spec", "template", "metadata", "labels");
    for (String key : List.of(OLD_UID, OLD_NAME, UID, NAME)) {
      checkLabel(labels, key, generated.getOrDefault(key, name).text());
    }
    if (LabelSelectorRules.usable(selector) && !LabelSelectorRules.matches(selector, generated)) {
      WorkloadRules.invalidSelector(selector, "`selector` not auto-generated");
    }
  }

  private static void checkLabel(Field labels, String key, String expected) {
    Field label = labels.entries().get(key);
    Field place = labels.called(labels.path().key(key));
    if (label == null) {
      place.required("must be '" + expected + "'");
    } else if (!label.is(expected)) {
      place.invalid("must be '" + expected + "'");
    }
  }

  private static void checkWithSelector(Field spec) {
    checkSpec(spec);
    Field selector = spec.at("selector");
    if (selector.absent()) {
      selector.required("");
    }
    LabelSelectorRules.check(selector);
    Field labels = spec.at("template", "metadata", "labels");
    if (LabelSelectorRules.usable(selector)
        && !LabelSelectorRules.matches(selector, labels.entries())) {
      labels.invalid("`selector` does not match template `labels`");
    }
  }

  /** Validates a job's spec, in a Job or in a CronJob's template. */
  static void checkSpec(Field spec) {
    spec.checkDeclared(
        "parallelism",
        "completions",
        "activeDeadlineSeconds",
        "backoffLimit",
        "ttlSecondsAfterFinished",
        "backoffLimitPerIndex",
        "maxFailedIndexes");
    if (spec.at("maxFailedIndexes").present() && spec.at("backoffLimitPerIndex").absent()) {
      spec.at("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
    }
    spec.at("managedBy")
        .ifPresent(
            manager -> {
              ReferenceRules.checkPrefixedPath(manager);
              manager.checkDeclared();
            });
    checkMode(spec);
    spec.at("podFailurePolicy").ifPresent(policy -> JobPolicyRules.checkFailure(policy, spec));
    spec.at("successPolicy").ifPresent(policy -> JobPolicyRules.checkSuccess(policy, spec));
    checkReplacement(spec);
    PodTemplateRules.check(spec.at("template"));
    checkRestartPolicy(spec);
  }

  static boolean isIndexed(Field spec) {
    return spec.at("completionMode").is("Indexed");
  }

  private static void checkMode(Field spec) {
    Field mode = spec.at("completionMode");
    mode.checkDeclared();
    if (isIndexed(spec)) {
      checkIndexed(spec);
    } else if (mode.absent() || mode.is("NonIndexed")) {
      for (String member : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
        spec.at(member).ifPresent(each -> each.invalid("requires indexed completion mode"));
      }
    }
  }

  private static void checkIndexed(Field spec) {
    Field completions = spec.at("completions");
    Field parallelism = spec.at("parallelism");
    Field failed = spec.at("maxFailedIndexes");
    if (completions.absent()) {
      completions.required("when completion mode is Indexed");
    }
    atMost(parallelism, MAX_PARALLELISM, " when completion mode is Indexed");
    if (completions.present() && failed.number() > completions.number()) {
      failed.invalid("must be less than or equal to completions");
    }
    atMost(failed, MAX_FAILED_INDEXES, "");
    if (completions.number() > MANY_COMPLETIONS && spec.at("backoffLimitPerIndex").present()) {
      if (failed.absent()) {
        failed.required("must be specified when completions is above " + MANY_COMPLETIONS);
      }
      String circumstances =
          " when completions are above "
              + MANY_COMPLETIONS
              + " and used with backoff limit per index";
      atMost(parallelism, MANY_LIMIT, circumstances);
      atMost(failed, MANY_LIMIT, circumstances);
    }
  }

  private static void atMost(Field field, int max, String circumstances) {
    if (field.number() > max) {
      field.invalid("must be less than or equal to " + max + circumstances);
    }
  }

  private static void checkReplacement(Field spec) {
    Field replacement = spec.at("podReplacementPolicy");
    if (spec.at("podFailurePolicy").present()) {
      replacement.mayBeOneOf(List.of("Failed"));
    } else {
      replacement.checkDeclared();
    }
  }

  private static void checkRestartPolicy(Field spec) {
    Field policy = spec.at("template", "spec", "restartPolicy");
    List<String> supported = List.of("OnFailure", "Never");
    if (policy.isEmpty() || policy.is("Always")) {
      policy.required("valid values: \"OnFailure\", \"Never\"");
    } else if (!supported.contains(policy.text())) {
      policy.unsupported(policy.text(), supported);
    } else if (spec.at("podFailurePolicy").present() && !policy.is("Never")) {
      policy.invalid("only \"Never\" is supported when podFailurePolicy is specified");
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    Field spec = next.at("spec");
    Field before = old.at("spec");
    check(next);
    checkWithSelector(spec); // kube-apiserver validates the spec twice
    checkCompletions(spec, before);
    WorkloadRules.checkSameSelector(next, old);
    checkTemplate(spec.at("template"), old);
    spec.checkImmutable(
        before, "completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy");
    Field success = spec.at("successPolicy");
    if (!success.alike(before.at("successPolicy"))) {
      Object shown =
          success.present()
              ? JobPolicyRules.shownSuccess(success)
              : MessageValue.of(success.value());
      success.invalid(shown, "field is immutable");
    }
  }

  private static void checkCompletions(Field spec, Field before) {
    Field completions = spec.at("completions");
    if (!isIndexed(spec)) {
      completions.sameAs(before.at("completions"));
    } else if (completions.present()
        && !completions.alike(before.at("completions"))
        && completions.number() != spec.at("parallelism").number()) {
      completions.invalid("can only be modified in tandem with spec.parallelism");
    }
  }

  /**
   * In a suspended job that has not started, only the scheduling directives of the template may
   * change.
   */
  private static void checkTemplate(Field template, Field old) {
    Field before = old.at("spec", "template");
    if (isIdle(old)) {
      if (!unplaced(template.at("spec")).alike(unplaced(before.at("spec")))) {
        template.at("spec").invalid("field is immutable");
      }
    } else if (!template.alike(before)) {
      template.invalid("field is immutable");
    }
  }

  private static boolean isIdle(Field job) {
    Field status = job.at("status");
    boolean stopped =
        status.at("conditions").items().stream()
            .anyMatch(each -> each.at("type").is("Suspended") && each.at("status").is("True"));
    return job.at("spec", "suspend").isTrue()
        && (stopped || status.at("startTime").absent())
        && status.at("active").number() == 0;
  }

  private static Field unplaced(Field pod) {
    if (!(pod.value() instanceof JsonObject given)) {
      return pod;
    }
    JsonObject rest = given.deepCopy();
    rest.remove(List.of("affinity", "nodeSelector", "tolerations", "schedulingGates"));
    for (String member : List.of("containers", "initContainers")) {
      rest.path(member).forEach(each -> without(each, "resources"));
    }
    return pod.with(rest);
  }

  private static void without(JsonValue object, String member) {
    if (object instanceof JsonObject container) {
      container.remove(member);
    }
  }

  @Override
  public void checkStatus(Field next, Field old) {
    next.at("status").checkDeclared("active", "succeeded", "failed", "ready", "terminating");
  }
}
