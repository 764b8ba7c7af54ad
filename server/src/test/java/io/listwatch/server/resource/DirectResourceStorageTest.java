package io.listwatch.server.resource;

import io.listwatch.metrics.Metrics;

final class DirectResourceStorageTest extends ResourceStorageContract {
  private final ResourceStorage resources =
      new DirectResourceStorage(storage, Things.codec(), workers, Metrics.none());

  @Override
  protected ResourceStorage resources() {
    return resources;
  }
}
