package io.listwatch.server.auth.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.node.NodeObject.Kind;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Maps objects to the nodes that they belong to.
 *
 * <pre>
 *   secret, config map, service account, claim, resource claim ──▶ pod ──▶ node
 *   secret ──▶ volume ──▶ claim
 *   attachment, resource slice ──▶ node
 * </pre>
 *
 * <p>Thread-safe: lookups take no lock. The lock serializes changes.
 */
public final class NodeGraph {
  /** The number of pods, attachments or slices of each node that refer to an object. */
  private final ConcurrentMap<NodeObject, Map<String, Integer>> nodes = new ConcurrentHashMap<>();

  /** The claim that each bound volume belongs to. */
  private final ConcurrentMap<ResourceKey, ResourceKey> claims = new ConcurrentHashMap<>();

  /** The volumes whose attributes name a secret. */
  private final ConcurrentMap<ResourceKey, Set<ResourceKey>> volumes = new ConcurrentHashMap<>();

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<NodeObject, Placed> placed = new HashMap<>();

  @GuardedBy("lock")
  private final Map<ResourceKey, Set<ResourceKey>> volumeSecrets = new HashMap<>();

  /** The node of an object, with the object itself and all objects that it refers to. */
  private record Placed(String node, Set<NodeObject> objects) {}

  /** True if the object belongs to a node. */
  boolean relates(String node, NodeObject object) {
    if (isDirect(node, object)) {
      return true;
    }
    return switch (object.kind()) {
      case VOLUME -> claimRelates(node, object.key());
      case SECRET ->
          volumes.getOrDefault(object.key(), Set.of()).stream()
              .anyMatch(volume -> claimRelates(node, volume));
      default -> false;
    };
  }

  private boolean isDirect(String node, NodeObject object) {
    return nodes.getOrDefault(object, Map.of()).containsKey(node);
  }

  private boolean claimRelates(String node, ResourceKey volume) {
    ResourceKey claim = claims.get(volume);
    return claim != null && isDirect(node, new NodeObject(Kind.CLAIM, claim));
  }

  /**
   * Adds or replaces a pod, with the objects that it refers to. A pod without a node is removed.
   */
  void putPod(ResourceKey key, JsonValue pod) {
    Set<NodeObject> objects = new LinkedHashSet<>(PodReferences.of(key, pod));
    objects.add(new NodeObject(Kind.POD, key));
    place(new NodeObject(Kind.POD, key), pod.at("/spec/nodeName").asText(), objects);
  }

  /** Adds or replaces an object that names its node. Without a node it is removed. */
  void putNamed(Kind kind, ResourceKey key, JsonValue object) {
    var named = new NodeObject(kind, key);
    place(named, object.at("/spec/nodeName").asText(), Set.of(named));
  }

  private void place(NodeObject owner, String node, Set<NodeObject> objects) {
    lock.lock();
    try {
      Placed next = node.isEmpty() ? null : new Placed(node, Set.copyOf(objects));
      Placed previous = next == null ? placed.remove(owner) : placed.put(owner, next);
      // Add the new counts before removing the old ones, so that no lookup misses an object that
      // stays.
      if (next != null) {
        next.objects.forEach(each -> count(each, next.node, 1));
      }
      if (previous != null) {
        previous.objects.forEach(each -> count(each, previous.node, -1));
      }
    } finally {
      lock.unlock();
    }
  }

  private void count(NodeObject object, String node, int change) {
    nodes.compute(
        object,
        (key, before) -> {
          var counts = before == null ? new HashMap<String, Integer>() : new HashMap<>(before);
          int now = counts.merge(node, change, Integer::sum);
          if (now <= 0) {
            counts.remove(node);
          }
          return counts.isEmpty() ? null : counts;
        });
  }

  void remove(NodeObject owner) {
    place(owner, "", Set.of());
  }

  /** Adds or replaces a PersistentVolume. */
  void putVolume(ResourceKey key, JsonValue volume) {
    JsonValue claim = volume.at("/spec/claimRef");
    if (!claim.isObject()) {
      removeVolume(key);
      return;
    }
    String namespace = claim.path("namespace").asText();
    lock.lock();
    try {
      Set<ResourceKey> secrets = VolumeSecrets.of(volume, namespace);
      claims.put(key, new ResourceKey(namespace, claim.path("name").asText()));
      secrets.forEach(each -> volumes.merge(each, Set.of(key), NodeGraph::union));
      Set<ResourceKey> previous = volumeSecrets.put(key, secrets);
      if (previous != null) {
        previous.stream().filter(each -> !secrets.contains(each)).forEach(s -> forget(s, key));
      }
    } finally {
      lock.unlock();
    }
  }

  void removeVolume(ResourceKey key) {
    lock.lock();
    try {
      claims.remove(key);
      Set<ResourceKey> previous = volumeSecrets.remove(key);
      if (previous != null) {
        previous.forEach(secret -> forget(secret, key));
      }
    } finally {
      lock.unlock();
    }
  }

  private void forget(ResourceKey secret, ResourceKey volume) {
    volumes.computeIfPresent(
        secret,
        (key, before) -> {
          var rest = new LinkedHashSet<>(before);
          rest.remove(volume);
          return rest.isEmpty() ? null : Set.copyOf(rest);
        });
  }

  private static Set<ResourceKey> union(Set<ResourceKey> one, Set<ResourceKey> other) {
    var all = new LinkedHashSet<>(one);
    all.addAll(other);
    return Set.copyOf(all);
  }

  /** Returns the keys of the pods, attachments or slices that have a node. */
  Set<ResourceKey> placed(Kind kind) {
    lock.lock();
    try {
      var keys = new LinkedHashSet<ResourceKey>();
      placed.keySet().stream()
          .filter(each -> each.kind() == kind)
          .forEach(each -> keys.add(each.key()));
      return keys;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the keys of the volumes that are bound to a claim. */
  Set<ResourceKey> boundVolumes() {
    return Set.copyOf(claims.keySet());
  }
}
