package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;
import static io.listwatch.objects.kinds.validation.WarningRules.always;

import java.util.List;

/** The rules of the kinds whose API groups have one or two kinds. */
final class ClusterKinds {
  private ClusterKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("apiservices.apiregistration.k8s.io").validation(new ApiServiceRules()).build(),
        kind("events.events.k8s.io").validation(EventRules.ofGroup()).build(),
        kind("flowschemas.flowcontrol.apiserver.k8s.io").validation(new FlowRules.Schema()).build(),
        kind("horizontalpodautoscalers.autoscaling").validation(new AutoscalerRules()).build(),
        kind("leases.coordination.k8s.io")
            .validation(new LeaseRules())
            .disabledFields("spec.strategy", "spec.preferredHolder")
            .build(),
        kind("priorityclasses.scheduling.k8s.io").validation(new PriorityClassRules()).build(),
        kind("prioritylevelconfigurations.flowcontrol.apiserver.k8s.io")
            .validation(new FlowRules.Level())
            .build(),
        kind("runtimeclasses.node.k8s.io")
            .validation(new RuntimeClassRules())
            .warnings(always(NodeWarnings::runtimeClass))
            .build());
  }
}
