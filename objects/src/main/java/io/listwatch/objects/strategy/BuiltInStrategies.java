package io.listwatch.objects.strategy;

/** The strategies of built-in kinds, for writes that depend on no other object. */
public final class BuiltInStrategies {
  private BuiltInStrategies() {}

  /** Returns the strategy of a kind. */
  public static Strategy of(WrittenKind kind) {
    return switch (kind.type().toString()) {
      case "daemonsets.apps" -> new DaemonSetStrategy(kind);
      case "deployments.apps" -> new DeploymentStrategy(kind);
      case "events", "events.events.k8s.io" -> new EventStrategy(kind);
      case "ingresses.networking.k8s.io" -> new IngressStrategy(kind, "");
      case "jobs.batch" -> new JobStrategy(kind);
      case "namespaces" -> new NamespaceStrategy(kind);
      case "nodes" -> new NodeStrategy(kind);
      case "persistentvolumeclaims" -> ClaimStrategy.ofNew(kind, "");
      case "persistentvolumes" -> new VolumeStrategy(kind);
      case "pods" -> new PodStrategy(kind, PodTerms.DEFAULT);
      case "priorityclasses.scheduling.k8s.io" -> new PriorityClassStrategy(kind, "");
      case "resourceclaims.resource.k8s.io", "resourceclaimtemplates.resource.k8s.io" ->
          DeviceClaimStrategy.forOrdinaryNamespace(kind);
      case "secrets" -> new SecretStrategy(kind);
      case "serviceaccounts" -> new AccountStrategy(kind);
      case "services" -> new ServiceStrategy(kind, AllocatedAddresses.EMPTY);
      case "volumeattributesclasses.storage.k8s.io" -> new VolumeAttributesStrategy(kind);
      default -> new BuiltInStrategy(kind);
    };
  }
}
