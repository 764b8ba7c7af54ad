package io.listwatch.server.registry.openapi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A document that is made when it is first asked for, once, however many ask. If that fails it is
 * tried again for whoever asks next.
 *
 * <p>Thread-safe.
 */
final class LazyDocument {
  private final Supplier<CompletableFuture<OpenApiDocument>> maker;
  private final AtomicReference<@Nullable CompletableFuture<OpenApiDocument>> made =
      new AtomicReference<>();

  /**
   * A document to be made.
   *
   * @param maker begins to make it, and returns at once
   */
  LazyDocument(Supplier<CompletableFuture<OpenApiDocument>> maker) {
    this.maker = maker;
  }

  CompletableFuture<OpenApiDocument> get() {
    var mine = new CompletableFuture<OpenApiDocument>();
    CompletableFuture<OpenApiDocument> known = made.compareAndExchange(null, mine);
    if (known != null) {
      return known;
    }
    var unused = maker.get().whenComplete((document, failure) -> end(mine, document, failure));
    return mine;
  }

  /** Forgets a failure before anyone is told of it, so that who asks then has another try. */
  private void end(
      CompletableFuture<OpenApiDocument> asked,
      @Nullable OpenApiDocument document,
      @Nullable Throwable failure) {
    if (document == null) {
      made.set(null);
      asked.completeExceptionally(failure == null ? new IllegalStateException() : failure);
    } else {
      asked.complete(document);
    }
  }
}
