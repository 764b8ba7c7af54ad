package io.listwatch.storage.etcd;

import io.grpc.ManagedChannel;
import java.net.URI;

/** A configured endpoint, normally a member of the cluster, with its gRPC channel. */
record Endpoint(URI uri, ManagedChannel channel) {
  @Override
  public String toString() {
    return uri.toString();
  }
}
