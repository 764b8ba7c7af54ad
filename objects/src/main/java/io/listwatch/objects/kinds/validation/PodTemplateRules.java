package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Validates pod templates. */
final class PodTemplateRules {
  private PodTemplateRules() {}

  /** Validates a template. kube-apiserver reports errors in its metadata at the template itself. */
  static void check(Field template) {
    Field metadata = template.at("metadata");
    FieldPath place = template.path();
    metadata.at("labels").called(place.child("labels")).labels();
    Field annotations = metadata.at("annotations").called(place.child("annotations"));
    MetadataRules.checkAnnotations(annotations);
    PodRules.checkAnnotations(annotations, template.at("spec"));
    PodSpecRules.checkOfTemplate(template.at("spec"));
    new ProfileAnnotations(annotations, template.at("spec")).checkAgreement();
    if (!template.at("spec", "ephemeralContainers").isEmpty()) {
      template
          .at("spec", "ephemeralContainers")
          .forbidden("ephemeral containers not allowed in pod template");
    }
  }

  /** Requires a selector to match the labels of the template. */
  static void checkSelected(Field template, Field selector) {
    Field labels = template.at("metadata", "labels");
    boolean everything = selector.present() && LabelSelectorRules.isEmpty(selector);
    if (!everything && !LabelSelectorRules.matches(selector, labels.entries())) {
      labels.invalid("`selector` does not match template `labels`");
    }
  }

  /**
   * Requires restart policy Always and no active deadline, as in all workloads that run forever.
   */
  static void checkAlwaysRestarts(Field template, String kind) {
    Field policy = template.at("spec", "restartPolicy");
    policy.filledIn(List.of("Always"));
    template
        .at("spec", "activeDeadlineSeconds")
        .ifPresent(
            deadline ->
                deadline.forbidden("activeDeadlineSeconds in " + kind + " is not Supported"));
  }
}
