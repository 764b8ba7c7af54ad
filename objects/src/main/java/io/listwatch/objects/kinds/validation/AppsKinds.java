package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;

import java.util.List;

/** The rules of the kinds of the API group {@code apps}. */
final class AppsKinds {
  private AppsKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("controllerrevisions.apps").validation(new RevisionRules()).build(),
        kind("daemonsets.apps")
            .validation(new WorkloadRules.DaemonSet())
            .warnings(WorkloadWarnings::daemonSet)
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("deployments.apps")
            .validation(new WorkloadRules.Deployment())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(WorkloadWarnings.template("spec", "template"))
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("replicasets.apps")
            .validation(new WorkloadRules.ReplicaSet())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(WorkloadWarnings.template("spec", "template"))
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("statefulsets.apps")
            .validation(new StatefulSetRules())
            .warnings(WorkloadWarnings.template("spec", "template"))
            .warnings(WorkloadWarnings::statefulSet)
            .disabledPodFields("spec.template.spec")
            .disabledFields("spec.updateStrategy.rollingUpdate.maxUnavailable")
            .build());
  }
}
