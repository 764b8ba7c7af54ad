package io.listwatch.server.registry.conversion;

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
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Presents a storage in another API version than the stored one. Callers read and write objects of
 * that version only.
 *
 * <pre>
 *   get, list, watch   ◀── serve ◀── stored
 *   write              stored ── serve ──▶ transition ── store ──▶ stored
 * </pre>
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
    this.conversion = new Conversion(converter, served, stored);
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    return storage
        .get(key, match)
        .thenCompose(found -> conversion.serving(found.stream().toList()))
        .thenApply(served -> served.stream().findFirst());
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    return storage
        .list(scope, options.where(stored(options.fields())))
        .thenCompose(page -> ConvertedPage.open(page, conversion));
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
    return storage
        .write(key, new ConvertedTransition(transition, conversion))
        .thenCompose(written -> conversion.serving(List.of(written)))
        .thenApply(served -> served.get(0));
  }

  @Override
  public ObjectStats stats() {
    return storage.stats();
  }

  @Override
  public void close() {}
}
