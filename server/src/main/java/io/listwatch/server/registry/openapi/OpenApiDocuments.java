package io.listwatch.server.registry.openapi;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ServedResources;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The OpenAPI documents: one V3 document for each group version with an index, and one V2 document
 * for the whole API.
 *
 * <p>Thread-safe. A worker creates a document on first use. The encoded document is kept until its
 * resources change.
 */
public final class OpenApiDocuments {
  private final ResourceRegistry registry;
  private final CustomSchemas custom;
  private final Executor workers;

  /** Null until the first request. */
  private volatile @Nullable Edition edition;

  /**
   * Creates the documents of a registry.
   *
   * @param workers create and decompress documents
   */
  public OpenApiDocuments(ResourceRegistry registry, CustomSchemas custom, Executor workers) {
    this.registry = registry;
    this.custom = custom;
    this.workers = workers;
  }

  /** Returns {@code /openapi/v3}: the index with the immutable URL of each document. */
  public CompletionStage<OpenApiDocument> index() {
    return current().index().get();
  }

  /**
   * Returns {@code /openapi/v3/path}; empty if there is no such document.
   *
   * @param path such as {@code api/v1} or {@code apis/apps/v1}
   */
  public Optional<CompletionStage<OpenApiDocument>> v3(String path) {
    return Optional.ofNullable(current().v3(path)).map(LazyDocument::get);
  }

  /** Returns the URL with the hash of the document, whose content never changes. */
  public static String url(String path, OpenApiDocument document) {
    return Edition.url(path, document);
  }

  /** Returns {@code /openapi/v2} as JSON. */
  public CompletionStage<OpenApiDocument> v2() {
    return current().v2().get();
  }

  /** Returns {@code /openapi/v2} as gnostic's protobuf message {@code openapi.v2.Document}. */
  public CompletionStage<OpenApiDocument> v2Protobuf() {
    return current().v2Protobuf().get();
  }

  /** Decompresses a document on a worker, for a client that does not accept gzip. */
  public CompletionStage<byte[]> content(OpenApiDocument document) {
    return onWorker(document::content);
  }

  /** Two threads may create the same edition concurrently; the last one is kept. */
  private Edition current() {
    ServedResources served = registry.served();
    List<GroupVersionResources> resources = Edition.resources(served, custom);
    Edition known = edition;
    if (known == null || !known.isOf(served, resources)) {
      known = new Edition(served, resources, this::onWorker, known);
      edition = known;
    }
    return known;
  }

  private <T> CompletableFuture<T> onWorker(Supplier<T> work) {
    try {
      return CompletableFuture.supplyAsync(work, workers);
    } catch (RejectedExecutionException full) {
      return CompletableFuture.failedFuture(
          Status.of(StatusReason.TOO_MANY_REQUESTS, "Too many requests, please try again later.")
              .toException());
    }
  }
}
