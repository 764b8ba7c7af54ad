package io.listwatch.server.registry.conversion;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.FieldTerm;
import io.listwatch.server.resource.ObjectStats;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.StorageFailures;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.webhook.TraceContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Presents a storage in another API version than the stored one. Callers read and write objects of
 * that version only.
 *
 * <pre>
 *   get, list, watch   ◀── serve ◀── stored
 *   write              stored ── serve ──▶ transition ── store ──▶ stored
 * </pre>
 *
 * <p>Conversions have the trace context of the caller, except those of a watch's events.
 *
 * <p>Threads: conversions and transitions run on the converter's threads, so no stage and no poll
 * waits for them. Objects that need no conversion are read without a thread switch. Closing does
 * nothing: the underlying storage has another owner.
 */
public final class ConvertedStorage implements ResourceStorage {
  private final ResourceStorage storage;
  private final Conversion conversion;
  private final VersionConverter converter;

  public ConvertedStorage(
      ResourceStorage storage,
      VersionConverter converter,
      ResourceType served,
      ResourceType stored) {
    this.storage = storage;
    this.converter = converter;
    this.conversion = new Conversion(converter, served, stored, TraceContext.NONE);
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    Conversion traced = traced();
    return storage
        .get(key, match)
        .thenCompose(found -> traced.serving(found.stream().toList()))
        .thenApply(served -> served.stream().findFirst());
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    Conversion traced = traced();
    return storage
        .list(scope, options.where(stored(options.fields())))
        .thenCompose(page -> ConvertedPage.open(page, traced));
  }

  private Conversion traced() {
    return conversion.with(TraceContext.current());
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    var stored =
        new WatchRequest(
            request.scope(),
            request.labels(),
            stored(request.fields()),
            request.from(),
            request.initialEvents(),
            request.bookmarks(),
            request.deltas());
    return new ConvertedWatch(
        storage.watch(stored, loop, onReadable), conversion, request.deltas(), loop, onReadable);
  }

  private FieldSelector stored(FieldSelector served) {
    FieldSelector stored = FieldSelector.everything();
    for (FieldTerm term : served.terms()) {
      var condition = stored.and(converter.storedField(term.path()));
      stored = term.negated() ? condition.isNot(term.value()) : condition.is(term.value());
    }
    return stored;
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    Conversion traced = traced();
    return storage
        .write(key, new ConvertedTransition(transition, traced))
        .thenCompose(written -> servingWritten(traced, written));
  }

  /**
   * Reports a failed conversion as an error that clients do not retry, because the object is
   * already stored.
   */
  private static CompletionStage<Resource> servingWritten(Conversion traced, Resource written) {
    return serving(traced, written)
        .thenApply(served -> served.get(0))
        .exceptionallyCompose(
            failure -> CompletableFuture.failedStage(StorageFailures.afterWrite(failure)));
  }

  private static CompletionStage<List<Resource>> serving(Conversion traced, Resource written) {
    try {
      return traced.serving(List.of(written));
    } catch (ApiException | RejectedExecutionException full) {
      return CompletableFuture.failedStage(full);
    }
  }

  @Override
  public ObjectStats stats() {
    return storage.stats();
  }

  @Override
  public void close() {}
}
