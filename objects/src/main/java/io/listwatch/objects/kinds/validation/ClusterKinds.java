package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;
import static io.listwatch.objects.kinds.validation.WarningRules.always;

import java.util.List;

/** The rules of the kinds whose API groups have one or two kinds. */
final class ClusterKinds {
  private ClusterKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("apiservices.apiregistration.k8s.io", "apiregistration/v1.APIService")
            .validation(new ApiServiceRules())
            .build(),
        kind("events.events.k8s.io", "events/v1.Event").validation(EventRules.ofGroup()).build(),
        kind("flowschemas.flowcontrol.apiserver.k8s.io", "flowcontrol/v1.FlowSchema")
            .validation(new FlowRules.Schema())
            .build(),
        kind("horizontalpodautoscalers.autoscaling", "autoscaling/v2.HorizontalPodAutoscaler")
            .validation(new AutoscalerRules())
            .build(),
        kind("leases.coordination.k8s.io", "coordination/v1.Lease")
            .validation(new LeaseRules())
            .disabledFields("spec.strategy", "spec.preferredHolder")
            .build(),
        kind("priorityclasses.scheduling.k8s.io", "scheduling/v1.PriorityClass")
            .validation(new PriorityClassRules())
            .build(),
        kind(
                "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
                "flowcontrol/v1.PriorityLevelConfiguration")
            .validation(new FlowRules.Level())
            .build(),
        kind("runtimeclasses.node.k8s.io", "node/v1.RuntimeClass")
            .validation(new RuntimeClassRules())
            .warnings(always(NodeWarnings::runtimeClass))
            .build());
  }
}
