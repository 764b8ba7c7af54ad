package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets nothing be made in a namespace that does not exist, or that is about to go. */
final class NamespaceGate {
  private static final String CLOSING =
      "%s %s is forbidden: unable to create new content in namespace %s because it is being"
          + " terminated";

  private static final CompletionStage<Void> OPEN = CompletableFuture.completedFuture(null);

  private final ResourceRegistry registry;
  private final Function<ResourceDefinition, ResourceStorage> storages;

  NamespaceGate(ResourceRegistry registry, Function<ResourceDefinition, ResourceStorage> storages) {
    this.registry = registry;
    this.storages = storages;
  }

  /** Fails unless something of this type may be made there. */
  CompletionStage<Void> admit(ResourceType type, @Nullable String namespace, String name) {
    Optional<ResourceDefinition> namespaces = registry.find("", "v1", "namespaces");
    if (namespace == null || namespaces.isEmpty()) {
      return OPEN;
    }
    ResourceType namespaceType = namespaces.get().type();
    ResourceStorage storage = storages.apply(namespaces.get());
    ResourceKey key = ResourceKey.of(namespace);
    // Whatever is at hand usually knows; a namespace that was made a moment ago is worth a look.
    return storage
        .get(key, VersionMatch.any())
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : storage.get(key, VersionMatch.mostRecent()))
        .thenAccept(
            found -> {
              Resource there = found.orElseThrow(() -> Refusals.notFound(namespaceType, namespace));
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
    var details = new Status.Details(type.group(), type.plural(), name, "", List.of(cause), 0);
    return new Status(403, StatusReason.FORBIDDEN.word(), message, details).toException();
  }
}
