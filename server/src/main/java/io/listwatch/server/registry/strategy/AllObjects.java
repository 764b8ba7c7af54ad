package io.listwatch.server.registry.strategy;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads all objects of a resource, or of one namespace, into memory: for resources with few
 * objects.
 */
public final class AllObjects {
  private AllObjects() {}

  static CompletionStage<List<Resource>> of(ResourceStorage storage, ListOptions options) {
    return of(storage, ResourceScope.ALL, options);
  }

  public static CompletionStage<List<Resource>> of(
      ResourceStorage storage, ResourceScope scope, ListOptions options) {
    return storage.list(scope, options).thenCompose(page -> rest(page, new ArrayList<>()));
  }

  private static CompletionStage<List<Resource>> rest(ResourcePage page, List<Resource> read) {
    return page.next()
        .thenCompose(
            batch -> {
              read.addAll(batch);
              return batch.isEmpty() ? CompletableFuture.completedFuture(read) : rest(page, read);
            });
  }
}
