package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;

import java.util.List;

/** The rules of the kinds of the API group {@code batch}. */
final class BatchKinds {
  private BatchKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("cronjobs.batch", "batch/v1.CronJob")
            .validation(new CronJobRules())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(JobWarnings.at("spec", "jobTemplate", "spec"))
            .warnings(JobWarnings::schedule)
            .disabledPodFields("spec.jobTemplate.spec.template.spec")
            .build(),
        kind("jobs.batch", "batch/v1.Job")
            .validation(new JobRules())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(JobWarnings.at("spec"))
            .disabledPodFields("spec.template.spec")
            .build());
  }
}
