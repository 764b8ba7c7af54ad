package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.Map;
import java.util.Set;

/**
 * The keys under which kube-apiserver keeps objects in etcd. One of its error messages has the key,
 * and clients look for it there.
 */
final class EtcdKeys {
  private static final Map<String, String> ODD =
      Map.of(
          "endpoints", "services/endpoints",
          "ingresses.networking.k8s.io", "ingress",
          "nodes", "minions",
          "replicationcontrollers", "controllers",
          "services", "services/specs");

  private static final Set<String> GROUPED =
      Set.of("apiextensions.k8s.io", "apiregistration.k8s.io");

  private EtcdKeys() {}

  static String of(ResourceDefinition definition, ResourceKey key) {
    String plural = definition.type().plural();
    String group = definition.type().group();
    String place =
        definition.custom() || GROUPED.contains(group)
            ? group + "/" + plural
            : ODD.getOrDefault(definition.type().toString(), plural);
    return "/registry/" + place + "/" + key;
  }
}
