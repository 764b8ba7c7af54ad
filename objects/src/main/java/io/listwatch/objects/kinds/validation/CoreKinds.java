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
        kind("configmaps").validation(new ConfigRules.ConfigMap()).build(),
        kind("endpoints")
            .validation(new EndpointRules.Endpoints())
            .warnings(always(NetworkWarnings::endpoints))
            .build(),
        kind("events").validation(EventRules.ofCore()).build(),
        kind("limitranges").validation(new LimitRangeRules()).build(),
        kind("namespaces").validation(new NamespaceRules()).build(),
        kind("nodes")
            .validation(new NodeRules())
            .warnings(always(NodeWarnings::node))
            .disabledFields("spec.configSource")
            .build(),
        kind("persistentvolumeclaims")
            .validation(new ClaimRules())
            .warnings(always(StorageWarnings::claim))
            .build(),
        kind("persistentvolumes")
            .validation(new PersistentVolumeRules())
            .warnings(always(StorageWarnings::volume))
            .build(),
        pods(),
        kind("podtemplates")
            .validation(new WorkloadRules.PodTemplate())
            .warnings(WorkloadWarnings.template("template"))
            .disabledPodFields("template.spec")
            .build(),
        kind("replicationcontrollers")
            .validation(new WorkloadRules.ReplicationController())
            .warnings(WorkloadWarnings.POD_NAMES)
            .warnings(WorkloadWarnings::formerTemplate)
            .disabledPodFields("spec.template.spec")
            .build(),
        kind("resourcequotas")
            .validation(new QuotaRules())
            .warnings(onCreate(QuotaWarnings::quota))
            .build(),
        kind("secrets").validation(new ConfigRules.Secret()).build(),
        kind("services")
            .validation(new ServiceRules())
            .warnings(always(NetworkWarnings::service))
            .statusWarnings(NetworkWarnings::reached)
            .build());
  }

  private static KindRules pods() {
    return kind("pods")
        .validation(new PodRules())
        .warnings(WorkloadWarnings.HOSTNAME)
        .warnings(onCreate((pod, found) -> found.addAll(PodWarnings.ofPod(pod))))
        .statusWarnings(PodWarnings::status)
        .disabledPodFields("spec")
        .build();
  }
}
