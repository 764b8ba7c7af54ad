package io.listwatch.server.registry.openapi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A document that is created once, on first use. If that fails, the next call tries again.
 *
 * <p>Thread-safe.
 */
final class LazyDocument {
  private final Supplier<CompletableFuture<OpenApiDocument>> maker;
  private final AtomicReference<@Nullable CompletableFuture<OpenApiDocument>> made =
      new AtomicReference<>();

  /**
   * Creates a lazy document.
   *
   * @param maker starts to create the document, and returns immediately
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

  /** Clears a failure before it is reported, so that a caller that sees it can try again. */
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
