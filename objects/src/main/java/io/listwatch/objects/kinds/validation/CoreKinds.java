package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;
import static io.listwatch.objects.kinds.validation.WarningRules.always;
import static io.listwatch.objects.kinds.validation.WarningRules.onCreate;

import java.util.List;

/** The rules of the kinds of the core API group. */
final class CoreKinds {
  private CoreKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("configmaps", "core/v1.ConfigMap").validation(new ConfigRules.ConfigMap()).build(),
        kind("endpoints", "core/v1.Endpoints")
            .validation(new EndpointRules.Endpoints())
            .warnings(always(NetworkWarnings::endpoints))
            .build(),
        kind("events", "core/v1.Event").validation(EventRules.ofCore()).build(),
        kind("limitranges", "core/v1.LimitRange").validation(new LimitRangeRules()).build(),
        kind("namespaces", "core/v1.Namespace").validation(new NamespaceRules()).build(),
        kind("nodes", "core/v1.Node")
            .validation(new NodeRules())
            .warnings(always(NodeWarnings::node))
            .disabledFields("spec.configSource")
            .build(),
        kind("persistentvolumeclaims", "core/v1.PersistentVolumeClaim")
            .validation(new ClaimRules())
            .warnings(always(StorageWarnings::claim))
            .build(),
        kind("persistentvolumes", "core/v1.PersistentVolume")
            .validation(new PersistentVolumeRules())
            .warnings(always(StorageWarnings::volume))
            .build(),
        pods(),
        kind("podtemplates", "core/v1.PodTemplate")
            .validation(new WorkloadRules.PodTemplate())
            .warnings(WorkloadWarnings.template("template"))
            .disabledPodFields("template.spec")
            .build(),
        kind("replicationcontrollers", "core/v1.ReplicationController")
            .validation(new WorkloadRules.ReplicationController())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(WorkloadWarnings::formerTemplate)
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("resourcequotas", "core/v1.ResourceQuota")
            .validation(new QuotaRules())
            .warnings(onCreate(QuotaWarnings::quota))
            .build(),
        kind("secrets", "core/v1.Secret").validation(new ConfigRules.Secret()).build(),
        kind("services", "core/v1.Service")
            .validation(new ServiceRules())
            .warnings(always(NetworkWarnings::service))
            .statusWarnings(NetworkWarnings::reached)
            .build());
  }

  private static KindRules pods() {
    return kind("pods", "core/v1.Pod")
        .validation(new PodRules())
        .warnings(WorkloadWarnings.HOSTNAME)
        .warnings(onCreate((pod, found) -> found.addAll(PodWarnings.ofPod(pod))))
        .statusWarnings(PodWarnings::status)
        .disabledPodFields("spec")
        .build();
  }
}
