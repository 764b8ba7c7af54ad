package io.listwatch.objects.kinds;

import static java.util.Map.entry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Defaults that depend on other fields: the rule of each type that has one. */
final class DefaultRules {
  private static final Map<String, KindDefaults> RULES =
      Map.ofEntries(
          entry("core/v1.Pod", PodDefaults::pod),
          entry("core/v1.PodSpec", PodDefaults::spec),
          entry("core/v1.Container", PodDefaults::container),
          entry("core/v1.EphemeralContainer", PodDefaults::container),
          entry("core/v1.Volume", PodDefaults::volume),
          entry("core/v1.ImageVolumeSource", PodDefaults::imageVolume),
          entry("core/v1.LimitRangeItem", ResourceDefaults::limitRangeItem),
          entry("core/v1.NodeStatus", ResourceDefaults::nodeStatus),
          entry("core/v1.PersistentVolume", VolumeDefaults::volume),
          entry("core/v1.ReplicationController", WorkloadDefaults::replicationController),
          entry("core/v1.Service", ServiceDefaults::service),
          entry("core/v1.ServicePort", ServiceDefaults::port),
          entry("apps/v1.DeploymentStrategy", WorkloadDefaults::rolling),
          entry("apps/v1.DaemonSetUpdateStrategy", WorkloadDefaults::rolling),
          entry("apps/v1.StatefulSetUpdateStrategy", WorkloadDefaults::statefulSetUpdate),
          entry("apps/v1.StatefulSetSpec", WorkloadDefaults::statefulSet),
          entry("batch/v1.Job", WorkloadDefaults::job),
          entry("autoscaling/v2.HorizontalPodAutoscalerBehavior", AutoscalerDefaults::behavior),
          entry("networking/v1.NetworkPolicySpec", PolicyDefaults::networkPolicy),
          entry("rbac/v1.Subject", PolicyDefaults::subject),
          entry("resource/v1.ExactDeviceRequest", PolicyDefaults::deviceRequest),
          entry("resource/v1.DeviceSubRequest", PolicyDefaults::deviceRequest));

  private DefaultRules() {}

  /** Returns the rule of a type; null if it has none. */
  static @Nullable KindDefaults of(String type) {
    return RULES.get(type);
  }

  /** Returns all types that have rules. */
  static Iterable<String> types() {
    return RULES.keySet();
  }
}
