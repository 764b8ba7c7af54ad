package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.Verb;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  /**
   * @param checksNamespaces true if the admission plug-in NamespaceLifecycle runs
   */
  public CreateGate(
      ResourceRegistry registry,
      Function<ResourceDefinition, ResourceStorage> storages,
      boolean checksNamespaces) {
    this.registry = registry;
    this.storages = storages;
    this.checksNamespaces = checksNamespaces;
  }

  /**
   * Checks that an object may be created.
   *
   * @param namespace null for a cluster-scoped resource
   * @param name for the error; empty if it will be generated
   */
  CompletionStage<Void> check(ServedKind kind, @Nullable String namespace, String name) {
    ResourceType type = kind.type();
    if (kind.definition().custom() && !kind.definition().allows(Verb.CREATE)) {
      throw ApiErrors.forbidden(
          type, name, "create not allowed while custom resource definition is terminating");
    }
    Optional<ResourceDefinition> namespaces = registry.find("", "v1", "namespaces");
    if (namespace == null || namespaces.isEmpty() || !checksNamespaces) {
      return OPEN;
    }
    ResourceType namespaceType = namespaces.get().type();
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
        .thenAccept(
            found -> {
              Resource there =
                  found.orElseThrow(() -> ApiErrors.notFound(namespaceType, namespace));
              if (there.terminating()) {
                throw closing(type, namespace, name);
              }
            });
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
