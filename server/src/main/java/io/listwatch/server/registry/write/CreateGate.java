package io.listwatch.server.registry.write;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rejects creates in a namespace that is missing or terminating, and of a custom resource whose
 * definition is terminating.
 *
 * <p>Thread-safe.
 */
public final class CreateGate {
  private static final String CLOSING =
      "%s %s is forbidden: unable to create new content in namespace %s because it is being"
          + " terminated";

  private static final CompletionStage<Void> OPEN = CompletableFuture.completedFuture(null);

  private final ResourceRegistry registry;
  private final Function<ResourceDefinition, ResourceStorage> storages;
  private final boolean checksNamespaces;
  private final @Nullable NamespaceProvision provision;

  /** Creates a namespace, unless it exists. */
  @FunctionalInterface
  public interface NamespaceProvision {
    CompletionStage<?> create(String namespace);
  }

  /**
   * @param checksNamespaces true if the admission plug-in NamespaceLifecycle runs
   * @param provision creates missing namespaces; null unless the plug-in NamespaceAutoProvision
   *     runs
   */
  public CreateGate(
      ResourceRegistry registry,
      Function<ResourceDefinition, ResourceStorage> storages,
      boolean checksNamespaces,
      @Nullable NamespaceProvision provision) {
    this.registry = registry;
    this.storages = storages;
    this.checksNamespaces = checksNamespaces;
    this.provision = provision;
  }

  /**
   * Checks that an object may be created.
   *
   * @param namespace null for a cluster-scoped resource
   * @param name for the error; empty if it will be generated
   * @param dryRun true to create no namespace
   */
  CompletionStage<Void> check(
      ServedKind kind, @Nullable String namespace, String name, boolean dryRun) {
    ResourceType type = kind.type();
    if (kind.definition().custom() && !kind.definition().allows(Verb.CREATE)) {
      throw ApiErrors.forbidden(
          type, name, "create not allowed while custom resource definition is terminating");
    }
    Optional<ResourceDefinition> namespaces = registry.find("", "v1", "namespaces");
    if (namespace == null
        || namespaces.isEmpty()
        || (!checksNamespaces && (provision == null || dryRun))) {
      return OPEN;
    }
    ResourceStorage storage = storages.apply(namespaces.get());
    ResourceKey key = ResourceKey.of(namespace);
    // The cache may not yet have a namespace that was created a moment ago.
    return storage
        .get(key, VersionMatch.any())
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : storage.get(key, VersionMatch.mostRecent()))
        .thenCompose(
            found -> {
              if (found.isEmpty()) {
                return absent(type, namespace, name, dryRun);
              }
              if (checksNamespaces && found.get().terminating()) {
                throw closing(type, namespace, name);
              }
              return OPEN;
            });
  }

  /** Creates the namespace, or rejects the write. */
  private CompletionStage<Void> absent(
      ResourceType type, String namespace, String name, boolean dryRun) {
    if (provision == null || dryRun) {
      throw ApiErrors.noSuchNamespace(namespace);
    }
    return provision
        .create(namespace)
        .thenAccept(created -> {})
        .exceptionallyCompose(problem -> unlessExists(problem, type, name));
  }

  private static CompletionStage<Void> unlessExists(
      Throwable problem, ResourceType type, String name) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    if (cause instanceof AlreadyExistsException) {
      return OPEN;
    }
    return CompletableFuture.failedFuture(
        cause instanceof ApiException refused
            ? ApiErrors.forbidden(type, name, refused.status().message())
            : problem);
  }

  private static ApiException closing(ResourceType type, String namespace, String name) {
    var cause =
        new Status.Cause(
            "NamespaceTerminating",
            "namespace " + namespace + " is being terminated",
            "metadata.namespace");
    String message = CLOSING.formatted(type, Quotation.of(name), namespace);
    var details = Status.Details.of(type, name).withCauses(List.of(cause));
    return Status.of(StatusReason.FORBIDDEN, message).withDetails(details).toException();
  }
}
