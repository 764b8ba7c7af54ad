package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.server.registry.ResourceDefinition;

/**
 * The key of an object in kube-apiserver's etcd. One of its error messages contains the key, and
 * clients search for it.
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
