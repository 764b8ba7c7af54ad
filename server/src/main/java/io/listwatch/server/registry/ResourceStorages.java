package io.listwatch.server.registry;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One storage for each stored type. A storage is created on first use and closed when its resource
 * is no longer served, or its definition changes.
 *
 * <p>Thread-safe. No lock is held while a storage is created or closed. A second caller waits until
 * the first has created the storage.
 */
public final class ResourceStorages
    implements Function<ResourceDefinition, ResourceStorage>, AutoCloseable {
  private final ResourceRegistry registry;
  private final Function<ResourceDefinition, ResourceStorage> factory;
  private final Map<ResourceType, CompletableFuture<ResourceStorage>> storages =
      new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * Creates the storages of a registry's resources.
   *
   * @param factory creates a storage from the definition of the stored version, or from the
   *     requested one if the stored version is not served; must be fast, because other callers may
   *     wait for it
   */
  public ResourceStorages(
      ResourceRegistry registry, Function<ResourceDefinition, ResourceStorage> factory) {
    this.registry = registry;
    this.factory = factory;
    registry.addListener(this::end);
  }

  /**
   * Returns the storage of a resource's objects.
   *
   * @throws ApiException not found, if the resource is no longer served
   */
  @Override
  public ResourceStorage apply(ResourceDefinition definition) {
    CompletableFuture<ResourceStorage> known = storages.get(definition.stored());
    return known != null ? await(known) : make(definition);
  }

  private ResourceStorage make(ResourceDefinition definition) {
    var mine = new CompletableFuture<ResourceStorage>();
    CompletableFuture<ResourceStorage> first = storages.putIfAbsent(definition.stored(), mine);
    if (first != null) {
      return await(first);
    }
    // First put the entry, then check that the resource is still served. end() runs after the
    // registry has changed and then looks at the entries, so at least one of the two threads sees
    // the other's change.
    if (closed || !isServed(definition)) {
      ApiException gone = ApiErrors.noSuchPath();
      storages.remove(definition.stored(), mine);
      mine.completeExceptionally(gone);
      throw gone;
    }
    try {
      mine.complete(factory.apply(storedDefinition(definition)));
    } catch (RuntimeException failure) {
      storages.remove(definition.stored(), mine);
      mine.completeExceptionally(failure);
      throw failure;
    }
    return await(mine);
  }

  private boolean isServed(ResourceDefinition definition) {
    return current(definition.type()) != null;
  }

  private ResourceDefinition storedDefinition(ResourceDefinition definition) {
    ResourceDefinition stored = current(definition.stored());
    return stored == null ? definition : stored;
  }

  private @Nullable ResourceDefinition current(ResourceType type) {
    return registry.find(type.group(), type.version(), type.plural()).orElse(null);
  }

  private static ResourceStorage await(CompletableFuture<ResourceStorage> storage) {
    try {
      return storage.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }

  private void end(List<ResourceDefinition> ended) {
    for (ResourceDefinition definition : ended) {
      CompletableFuture<ResourceStorage> storage = storages.remove(definition.stored());
      if (storage != null) {
        closeOnceMade(storage);
      }
    }
  }

  /** Closes all storages, which ends their watches. Later lookups fail with not found. */
  @Override
  public void close() {
    closed = true;
    for (ResourceType stored : List.copyOf(storages.keySet())) {
      CompletableFuture<ResourceStorage> storage = storages.remove(stored);
      if (storage != null) {
        closeOnceMade(storage);
      }
    }
  }

  /** Blocks while another thread is still creating the storage. */
  private static void closeOnceMade(CompletableFuture<ResourceStorage> storage) {
    storage
        .handle((made, failure) -> Optional.ofNullable(made))
        .join()
        .ifPresent(ResourceStorage::close);
  }
}
