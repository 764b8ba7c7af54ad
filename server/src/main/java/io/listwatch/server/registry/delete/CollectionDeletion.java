package io.listwatch.server.registry.delete;

import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Deletes a collection: lists it page by page and deletes one object after the other. Objects that
 * are already gone are skipped. Any other failure ends the deletion; objects deleted before stay
 * deleted.
 *
 * <p>Threads: one step at a time, each on the workers, so that a long chain of stages does not
 * overflow the stack.
 */
public final class CollectionDeletion {
  private static final int PAGE = 10_000;

  private final ServedKind kind;
  private final ResourceScope scope;
  private final Function<Resource, CompletionStage<DeleteResult>> remove;
  private final Executor workers;
  private final List<Resource> selected = new ArrayList<>();

  public CollectionDeletion(
      ServedKind kind,
      ResourceScope scope,
      Function<Resource, CompletionStage<DeleteResult>> remove,
      Executor workers) {
    this.kind = kind;
    this.scope = scope;
    this.remove = remove;
    this.workers = workers;
  }

  /** Deletes the selected objects. If the request has a limit, only that one page. */
  public CompletionStage<DeletedCollection> run(ListOptions selection) {
    boolean onePage = selection.limit() > 0;
    ListOptions options = onePage ? selection : selection.limitedTo(PAGE);
    return kind.storage().list(scope, options).thenCompose(page -> page(page, options, onePage));
  }

  private CompletionStage<DeletedCollection> page(
      ResourcePage page, ListOptions options, boolean onePage) {
    return items(page, new ArrayList<>())
        .thenCompose(items -> removeAll(items.iterator()))
        .thenComposeAsync(
            done -> {
              if (onePage || page.continueToken().isEmpty()) {
                return CompletableFuture.completedFuture(
                    new DeletedCollection(
                        page.version(), page.continueToken(), page.remaining(), selected));
              }
              ListOptions next = options.continuedBy(page.continueToken());
              return kind.storage().list(scope, next).thenCompose(p -> page(p, next, false));
            },
            workers);
  }

  private CompletionStage<List<Resource>> items(ResourcePage page, List<Resource> items) {
    return page.next()
        .thenComposeAsync(
            batch -> {
              items.addAll(batch);
              return batch.isEmpty()
                  ? CompletableFuture.completedFuture(items)
                  : items(page, items);
            },
            workers);
  }

  private CompletionStage<?> removeAll(Iterator<Resource> items) {
    if (!items.hasNext()) {
      return CompletableFuture.completedFuture(null);
    }
    Resource item = items.next();
    selected.add(item);
    return remove
        .apply(item)
        .handle(CollectionDeletion::unlessGone)
        .thenComposeAsync(done -> removeAll(items), workers);
  }

  private static boolean unlessGone(DeleteResult removed, Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    if (cause == null || cause instanceof NotFoundException) {
      return true;
    }
    throw problem instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(problem);
  }
}
