package io.listwatch.server.registry.admission;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.podsecurity.PodSecurityPolicy;
import io.listwatch.server.resource.FollowerStore;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The pod security policies of the namespaces that have labels for one. All others have the
 * default, and take no memory.
 *
 * <p>Threads: the follower's thread writes; any thread reads, without a lock.
 */
final class NamespaceLabels extends FollowerStore {
  private final Map<String, PodSecurityPolicy.Parsed> policies = new ConcurrentHashMap<>();
  private final PodSecurityPolicy defaults;

  NamespaceLabels(PodSecurityPolicy defaults) {
    this.defaults = defaults;
  }

  /** Returns the policy of a namespace; empty if its labels do not have one. */
  Optional<PodSecurityPolicy.Parsed> of(String namespace) {
    return Optional.ofNullable(policies.get(namespace));
  }

  @Override
  protected void put(Resource namespace) {
    JsonValue labels = JsonTrees.read(namespace.toByteArray()).path("metadata").path("labels");
    if (labels.fieldNames().stream().anyMatch(each -> each.startsWith(PodSecurityPolicy.PREFIX))) {
      policies.put(namespace.key().name(), PodSecurityPolicy.of(labels, defaults));
    } else {
      policies.remove(namespace.key().name());
    }
  }

  @Override
  protected void remove(ResourceKey key) {
    policies.remove(key.name());
  }

  @Override
  protected Set<ResourceKey> keys() {
    return policies.keySet().stream().map(ResourceKey::of).collect(Collectors.toSet());
  }
}
