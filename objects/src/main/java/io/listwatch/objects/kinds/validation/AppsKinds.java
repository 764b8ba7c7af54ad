package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;

import java.util.List;

/** The rules of the kinds of the API group {@code apps}. */
final class AppsKinds {
  private AppsKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("controllerrevisions.apps", "apps/v1.ControllerRevision")
            .validation(new RevisionRules())
            .build(),
        kind("daemonsets.apps", "apps/v1.DaemonSet")
            .validation(new WorkloadRules.DaemonSet())
            .warnings(WorkloadWarnings::daemonSet)
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("deployments.apps", "apps/v1.Deployment")
            .validation(new WorkloadRules.Deployment())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(WorkloadWarnings.template("spec", "template"))
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("replicasets.apps", "apps/v1.ReplicaSet")
            .validation(new WorkloadRules.ReplicaSet())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(WorkloadWarnings.template("spec", "template"))
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("statefulsets.apps", "apps/v1.StatefulSet")
            .validation(new StatefulSetRules())
            .warnings(WorkloadWarnings.template("spec", "template"))
            .warnings(WorkloadWarnings::statefulSet)
            .disabledPodFields("spec.template.spec")
            .disabledFields("spec.updateStrategy.rollingUpdate.maxUnavailable")
            .build());
  }
}
