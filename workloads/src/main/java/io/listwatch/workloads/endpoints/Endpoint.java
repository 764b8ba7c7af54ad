package io.listwatch.workloads.endpoints;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod that a Service sends requests to.
 *
 * @param hostname null unless the pod has a DNS name below that of the Service
 */
record Endpoint(
    List<String> addresses,
    boolean ready,
    boolean serving,
    boolean terminating,
    String namespace,
    String pod,
    String uid,
    @Nullable String node,
    @Nullable String zone,
    @Nullable String hostname) {

  Endpoint {
    addresses = List.copyOf(addresses);
  }

  /** True if both have the same address of the same pod. Their conditions may differ. */
  boolean sameAs(Endpoint other) {
    return uid.equals(other.uid) && addresses.equals(other.addresses);
  }
}
