package io.listwatch.server.registry.delete;

import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.ContinueToken;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Deletes a collection: lists it page by page and deletes up to {@value #AT_A_TIME} objects at a
 * time, which storage can commit together, and fewer large ones. Objects that are already gone are
 * skipped. Any other failure, or the end of the request, ends the deletion; objects deleted before
 * stay deleted.
 *
 * <p>The response lists the deleted objects, as far as {@link DeletedObjects} keeps them. Its
 * {@code remainingItemCount} includes those that are left out.
 *
 * <p>Pages after the first are read at the latest revision. The first page's revision could be
 * compacted before a long deletion is over.
 *
 * <p>Threads: one step at a time, each on the workers, so that a long chain of stages does not
 * overflow the stack.
 */
public final class CollectionDeletion {
  static final int AT_A_TIME = 100;

  /**
   * Maximum number of bytes of the objects that are deleted at a time, if there is more than one.
   * The deletion of an object with finalizers or dependents writes the object once more.
   */
  static final long MAX_BYTES_AT_A_TIME = 2L << 20;

  private static final int PAGE = 10_000;

  private final ServedKind kind;
  private final ResourceScope scope;
  private final Function<Resource, CompletionStage<DeleteResult>> remove;
  private final BooleanSupplier abandoned;
  private final Executor workers;
  private final DeletedObjects selected;

  /**
   * @param remove deletes one object
   * @param abandoned true once the request has ended
   */
  public CollectionDeletion(
      ServedKind kind,
      ResourceScope scope,
      Function<Resource, CompletionStage<DeleteResult>> remove,
      BooleanSupplier abandoned,
      Executor workers) {
    this(
        kind,
        scope,
        remove,
        abandoned,
        workers,
        new DeletedObjects(DeletedObjects.MAX_SHOWN_BYTES, DeletedObjects.MAX_NAMED));
  }

  /**
   * @param selected keeps objects for the response, which is sent after the last deletion
   */
  CollectionDeletion(
      ServedKind kind,
      ResourceScope scope,
      Function<Resource, CompletionStage<DeleteResult>> remove,
      BooleanSupplier abandoned,
      Executor workers,
      DeletedObjects selected) {
    this.kind = kind;
    this.scope = scope;
    this.remove = remove;
    this.abandoned = abandoned;
    this.workers = workers;
    this.selected = selected;
  }

  /** Deletes the selected objects. If the request has a limit, deletes only one page. */
  public CompletionStage<DeletedCollection> run(ListOptions selection) {
    boolean onePage = selection.limit() > 0;
    ListOptions options = onePage ? selection : selection.limitedTo(PAGE);
    return kind.storage().list(scope, options).thenCompose(page -> page(page, options, onePage));
  }

  private CompletionStage<DeletedCollection> page(
      ResourcePage page, ListOptions options, boolean onePage) {
    return removeBatches(page)
        .thenComposeAsync(
            done -> {
              if (onePage || page.continueToken().isEmpty()) {
                return CompletableFuture.completedFuture(
                    new DeletedCollection(
                        page.version(),
                        page.continueToken(),
                        selected.remaining(page.remaining()),
                        selected.kept()));
              }
              ListOptions next = options.continuedBy(ContinueToken.atLatest(page.continueToken()));
              return kind.storage().list(scope, next).thenCompose(p -> page(p, next, false));
            },
            workers);
  }

  private CompletionStage<Boolean> removeBatches(ResourcePage page) {
    return page.next()
        .thenComposeAsync(
            batch ->
                batch.isEmpty()
                    ? CompletableFuture.completedFuture(true)
                    : removeAll(batch, 0).thenCompose(done -> removeBatches(page)),
            workers);
  }

  private CompletionStage<Boolean> removeAll(List<Resource> items, int start) {
    if (start == items.size()) {
      return CompletableFuture.completedFuture(true);
    }
    if (abandoned.getAsBoolean()) {
      return CompletableFuture.failedFuture(
          Status.of(StatusReason.TIMEOUT, "the request ended before the deletion did")
              .toException());
    }
    int end = endOfStep(items, start);
    List<Resource> step = items.subList(start, end);
    step.forEach(selected::add);
    CompletableFuture<?>[] removals =
        step.stream()
            .map(each -> remove.apply(each).handle(CollectionDeletion::unlessGone))
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(removals)
        .thenComposeAsync(done -> removeAll(items, end), workers);
  }

  /** Returns the end of the objects that are deleted together with the first one. */
  private static int endOfStep(List<Resource> items, int start) {
    int limit = Math.min(start + AT_A_TIME, items.size());
    int end = start + 1;
    long bytes = items.get(start).size();
    while (end < limit && bytes + items.get(end).size() <= MAX_BYTES_AT_A_TIME) {
      bytes += items.get(end++).size();
    }
    return end;
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
