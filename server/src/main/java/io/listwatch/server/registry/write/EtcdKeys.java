package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.server.registry.ResourceDefinition;

/**
 * The key under which kube-apiserver keeps an object in etcd. One of its error messages contains
 * it, and clients have been seen to look for it.
 */
final class EtcdKeys {
  private EtcdKeys() {}

  static String of(ResourceDefinition definition, ResourceKey key) {
    ResourceType type = definition.type();
    String prefix =
        definition.custom() ? type.group() + "/" + type.plural() : definition.traits().etcdPrefix();
    return "/registry/" + prefix + "/" + key;
  }
}
