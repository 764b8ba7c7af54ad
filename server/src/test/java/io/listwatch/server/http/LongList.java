package io.listwatch.server.http;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A storage that only lists: repeats one object a given number of times and counts how many were
 * read.
 */
final class LongList implements ResourceStorage {
  private static final int BATCH = 50;

  private final Resource object;
  private final int length;
  private final AtomicInteger taken = new AtomicInteger();

  /** Each batch waits for this. */
  private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

  LongList(Resource object, int length) {
    this.object = object;
    this.length = length;
  }

  /** Returns the number of objects that were read. */
  int taken() {
    return taken.get();
  }

  /** Makes every batch wait until the returned future is completed. */
  CompletableFuture<Void> hold() {
    gate = new CompletableFuture<>();
    return gate;
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    return begin();
  }

  private CompletionStage<ResourcePage> begin() {
    taken.set(0);
    return CompletableFuture.completedFuture(new Page());
  }

  private final class Page implements ResourcePage {
    @Override
    public ResourceVersion version() {
      return ResourceVersion.of("7");
    }

    @Override
    public String continueToken() {
      return "";
    }

    @Override
    public @Nullable Long remaining() {
      return null;
    }

    @Override
    public List<ResourceKey> unreadable() {
      return List.of();
    }

    @Override
    public CompletionStage<List<Resource>> next() {
      return gate.thenApply(
          opened -> {
            int count = Math.min(BATCH, length - taken.get());
            taken.addAndGet(count);
            return Collections.nCopies(count, object);
          });
    }

    @Override
    public CompletionStage<ResourcePage> again() {
      return begin();
    }
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    throw new UnsupportedOperationException("only lists");
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    throw new UnsupportedOperationException("only lists");
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    throw new UnsupportedOperationException("only lists");
  }

  @Override
  public void close() {}
}
