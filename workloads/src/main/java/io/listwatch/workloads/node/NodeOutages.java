package io.listwatch.workloads.node;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The simulated nodes that are gone: they renew no Lease, and what happens to their pods is
 * unknown.
 *
 * <p>Thread-safe.
 */
public final class NodeOutages {
  private final Set<String> gone = ConcurrentHashMap.newKeySet();

  void set(String node, boolean isGone) {
    if (isGone) {
      gone.add(node);
    } else {
      gone.remove(node);
    }
  }

  /** True if a node is gone. */
  public boolean has(String node) {
    return gone.contains(node);
  }
}
