package io.listwatch.objects.strategy;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The strategies of built-in kinds, for writes that depend on no other object. */
public final class BuiltInStrategies {
  /** Strategies by resource. Kinds that are not listed have the default strategy. */
  private static final Map<String, Function<WrittenKind, Strategy>> BY_RESOURCE =
      Map.ofEntries(
          entry("daemonsets.apps", DaemonSetStrategy::new),
          entry("deployments.apps", DeploymentStrategy::new),
          entry("events", EventStrategy::new),
          entry("events.events.k8s.io", EventStrategy::new),
          entry("ingresses.networking.k8s.io", kind -> new IngressStrategy(kind, "")),
          entry("jobs.batch", JobStrategy::new),
          entry("namespaces", NamespaceStrategy::new),
          entry("nodes", NodeStrategy::new),
          entry("persistentvolumeclaims", kind -> ClaimStrategy.ofNew(kind, "")),
          entry("persistentvolumes", VolumeStrategy::new),
          entry("pods", PodStrategy::new),
          entry("priorityclasses.scheduling.k8s.io", kind -> new PriorityClassStrategy(kind, "")),
          entry("resourceclaims.resource.k8s.io", DeviceClaimStrategy::forOrdinaryNamespace),
          entry(
              "resourceclaimtemplates.resource.k8s.io", DeviceClaimStrategy::forOrdinaryNamespace),
          entry("secrets", SecretStrategy::new),
          entry("serviceaccounts", AccountStrategy::new),
          entry("services", kind -> new ServiceStrategy(kind, AllocatedAddresses.EMPTY)));

  private BuiltInStrategies() {}

  /** Returns the strategy of a kind. */
  public static Strategy of(WrittenKind kind) {
    return BY_RESOURCE.getOrDefault(kind.type().toString(), BuiltInStrategy::new).apply(kind);
  }

  /** Returns the resources whose kinds have a strategy of their own. */
  static Set<String> resources() {
    return BY_RESOURCE.keySet();
  }
}
