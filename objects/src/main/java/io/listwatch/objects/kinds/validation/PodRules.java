package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Validates Pods. */
final class PodRules implements ValidationRules {
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final List<String> SYSTEM_CONDITIONS =
      List.of("PodScheduled", "Ready", "Initialized");

  @Override
  public void check(Field pod) {
    checkPod(pod);
    Field spec = pod.at("spec");
    if (!spec.at("ephemeralContainers").isEmpty()) {
      spec.at("ephemeralContainers").forbidden("cannot be set on create");
    }
    if (!spec.at("nodeName").isEmpty() && !spec.at("schedulingGates").isEmpty()) {
      spec.at("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
    }
    new ProfileAnnotations(pod.at("metadata", "annotations"), spec).checkAgreement();
  }

  static void checkPod(Field pod) {
    Field spec = pod.at("spec");
    checkAnnotations(pod.at("metadata", "annotations"), spec);
    PodSpecRules.checkOfPod(spec, pod.at("metadata", "name").text());
    if (spec.at("serviceAccountName").isEmpty()) {
      spec.at("volumes").each(PodRules::checkNoToken);
    }
    spec.at("containers").each(ContainerRules::checkImageSpace);
    spec.at("initContainers").each(ContainerRules::checkImageSpace);
  }

  private static void checkNoToken(Field volume) {
    String rule = "must not be specified when serviceAccountName is not set";
    volume
        .at("projected", "sources")
        .each(source -> source.at("serviceAccountToken").ifPresent(token -> token.forbidden(rule)));
  }

  /** Validates the annotations that Kubernetes interprets in pods. */
  static void checkAnnotations(Field annotations, Field spec) {
    var given = annotations.entries();
    Field mirror = given.get(MIRROR);
    if (mirror != null && spec.at("nodeName").isEmpty()) {
      mirror.invalid("must set spec.nodeName if mirror pod annotation is set");
    }
    Field cost = given.get(DELETION_COST);
    if (cost != null && !isCost(cost.text())) {
      cost.invalid("must be a 32bit integer");
    }
    new ProfileAnnotations(annotations, spec).check();
  }

  private static boolean isCost(String text) {
    // Like Go's integers in canonical form: no plus sign, no leading zeros.
    boolean plain = text.equals("0") || text.matches("-?[1-9][0-9]{0,9}");
    return plain && Long.parseLong(text) == (int) Long.parseLong(text);
  }

  @Override
  public void checkChange(Field next, Field old) {
    checkPod(next);
    checkAnnotationChange(next, old);
    new PodChangeRules(next.at("spec"), old.at("spec")).check();
  }

  private static void checkAnnotationChange(Field next, Field old) {
    Field annotations = next.at("metadata", "annotations");
    Field mirror = annotations.entries().get(MIRROR);
    Field oldMirror = old.at("metadata", "annotations").entries().get(MIRROR);
    Field place = annotations.called(annotations.path().key(MIRROR));
    if (oldMirror != null && (mirror == null || !mirror.alike(oldMirror))) {
      place.forbidden("may not remove or update mirror pod annotation");
    } else if (oldMirror == null && mirror != null) {
      place.forbidden("may not add mirror pod annotation");
    }
    new ProfileAnnotations(annotations, next.at("spec"))
        .checkChange(old.at("metadata", "annotations"));
    checkAnnotations(annotations, next.at("spec"));
  }

  @Override
  public void checkStatus(Field next, Field old) {
    checkAnnotationChange(next, old);
    Field status = next.at("status");
    status.at("conditions").each(PodRules::checkCondition);
    Field nominated = status.at("nominatedNodeName");
    if (!nominated.alike(old.at("status", "nominatedNodeName"))) {
      nominated.mayMatch(TextForm.SUBDOMAIN);
    }
    Field quality = status.at("qosClass");
    if (!quality.text().equals(old.at("status", "qosClass").text())) {
      quality.invalid(quality.text(), "field is immutable");
    }
  }

  private static void checkCondition(Field condition) {
    String type = condition.at("type").text();
    if (!SYSTEM_CONDITIONS.contains(type)) {
      condition.at("Type").matches(TextForm.QUALIFIED_NAME, type);
    }
  }
}
