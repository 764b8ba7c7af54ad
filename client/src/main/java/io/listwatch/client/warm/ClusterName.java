package io.listwatch.client.warm;

/** Says which cluster it is whose objects are kept: equal names mean one cluster. */
@FunctionalInterface
public interface ClusterName {
  /** May ask the server; fails with an {@link io.listwatch.model.ApiException} if it must wait. */
  String ask() throws InterruptedException;
}
