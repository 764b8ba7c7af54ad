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

/** Reads a whole resource at once, or all of it in a namespace: for those that are few. */
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
