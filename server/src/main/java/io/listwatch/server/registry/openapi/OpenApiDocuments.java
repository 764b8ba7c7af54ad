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
 * The documents of OpenAPI: of version 3 one for each group and version and an index of them, of
 * version 2 one about everything.
 *
 * <p>Thread-safe. A document is made by a worker when it is first asked for, kept in its encoded
 * form, and made again after something has changed that it is about.
 */
public final class OpenApiDocuments {
  private final ResourceRegistry registry;
  private final CustomSchemas custom;
  private final Executor workers;

  /** Null until somebody asks. */
  private volatile @Nullable Edition edition;

  /**
   * Of the resources of a registry.
   *
   * @param workers do what takes a while
   */
  public OpenApiDocuments(ResourceRegistry registry, CustomSchemas custom, Executor workers) {
    this.registry = registry;
    this.custom = custom;
    this.workers = workers;
  }

  /** {@code /openapi/v3}: which documents there are, and where they can be had for good. */
  public CompletionStage<OpenApiDocument> index() {
    return current().index().get();
  }

  /**
   * {@code /openapi/v3/path}
   *
   * @param path such as {@code api/v1} or {@code apis/apps/v1}; empty if there is no such document
   */
  public Optional<CompletionStage<OpenApiDocument>> v3(String path) {
    return Optional.ofNullable(current().v3(path)).map(LazyDocument::get);
  }

  /** Where the document of a path can be had as long as it is this one. */
  public static String url(String path, OpenApiDocument document) {
    return Edition.url(path, document);
  }

  /** {@code /openapi/v2} */
  public CompletionStage<OpenApiDocument> v2() {
    return current().v2().get();
  }

  /** {@code /openapi/v2} as a message of gnostic's {@code openapi.v2.Document}. */
  public CompletionStage<OpenApiDocument> v2Protobuf() {
    return current().v2Protobuf().get();
  }

  /** A document for a client that does not accept gzip. */
  public CompletionStage<byte[]> content(OpenApiDocument document) {
    return onWorker(document::content);
  }

  /** Two who find something changed at the same time make an edition each, and one is kept. */
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
          Status.of(
                  StatusReason.TOO_MANY_REQUESTS.code(),
                  StatusReason.TOO_MANY_REQUESTS,
                  "Too many requests, please try again later.")
              .toException());
    }
  }
}
