package io.listwatch.storage.etcd;

import io.grpc.ManagedChannel;
import java.net.URI;

/** A member of the cluster as we were told to reach it. */
record Endpoint(URI uri, ManagedChannel channel) {
  @Override
  public String toString() {
    return uri.toString();
  }
}
