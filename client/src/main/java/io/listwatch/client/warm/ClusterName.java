package io.listwatch.client.warm;

/** Identifies the cluster of saved objects: equal names mean the same cluster. */
@FunctionalInterface
public interface ClusterName {
  /**
   * Returns the name. May send a request to the server, and fails with an {@link
   * io.listwatch.model.ApiException} if that is not possible now.
   */
  String ask() throws InterruptedException;
}
