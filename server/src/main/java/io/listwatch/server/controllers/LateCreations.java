package io.listwatch.server.controllers;

import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.resource.ResourceScope;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes objects that were created in a namespace after it had been emptied. A create checks its
 * namespace first and is stored later: a webhook may take its time in between, or the cache of
 * another server may be behind. kube-apiserver leaves such objects in storage.
 *
 * <p>Deletes nothing in a namespace that exists, and searches only namespaces that this server has
 * emptied.
 *
 * <p>Thread-safe.
 */
final class LateCreations {
  /** The maximum number of emptied namespaces to search for late objects; the oldest is dropped. */
  private static final int MAX_NAMESPACES = 1_000;

  private static final Logger log = LoggerFactory.getLogger(LateCreations.class);

  private final LiveObjects objects;
  private final ResourceDefinition namespaces;
  private final boolean enabled;
  private final Map<ResourceKey, Boolean> emptied = Collections.synchronizedMap(new Latest());

  private static final class Latest extends LinkedHashMap<ResourceKey, Boolean> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<ResourceKey, Boolean> eldest) {
      return size() > MAX_NAMESPACES;
    }
  }

  /**
   * @param enabled false to delete nothing
   */
  LateCreations(LiveObjects objects, boolean enabled) {
    this.objects = objects;
    this.enabled = enabled;
    this.namespaces = objects.builtIn("", "v1", "namespaces");
  }

  /** Records a namespace that is about to be finalized. */
  void emptied(ResourceKey namespace) {
    if (enabled) {
      emptied.put(namespace, true);
    }
  }

  /** Drops the record of a namespace that exists again. */
  void exists(ResourceKey namespace) {
    emptied.remove(namespace);
  }

  /**
   * Deletes the objects of a namespace that was emptied and is gone.
   *
   * @return false if objects have changed meanwhile and may remain
   */
  boolean delete(ResourceKey namespace) throws InterruptedException {
    if (!emptied.containsKey(namespace)) {
      return true;
    }
    boolean all = true;
    for (ResourceDefinition each : objects.contentOfNamespaces()) {
      if (objects.count(each, namespace.name()) > 0) {
        all &= delete(each, namespace);
      }
    }
    return all;
  }

  private boolean delete(ResourceDefinition definition, ResourceKey namespace)
      throws InterruptedException {
    LiveList found = objects.list(definition, ResourceScope.namespace(namespace.name()));
    // Read after the version of the list: if the namespace is gone now, none of the listed states
    // belongs to a later one.
    if (objects.get(namespaces, namespace).isPresent()) {
      return true;
    }
    boolean all = true;
    for (List<Resource> batch = found.next(); !batch.isEmpty(); batch = found.next()) {
      for (Resource each : batch) {
        all &= delete(definition, each);
      }
    }
    return all;
  }

  /** Returns false if the object has changed since it was listed. */
  private boolean delete(ResourceDefinition definition, Resource object)
      throws InterruptedException {
    log.info(
        "Deleting {} {}, which was created after its namespace had been emptied",
        definition.type(),
        object.key());
    try {
      objects.delete(definition, object, PropagationPolicy.BACKGROUND);
      return true;
    } catch (NotFoundException gone) {
      return true;
    } catch (ConflictException changed) {
      return false;
    }
  }

  /**
   * Returns a store that calls a function with the namespace of each new object, if it was emptied.
   */
  ReflectorStore store(Consumer<ResourceKey> late) {
    return new ReflectorStore() {
      @Override
      public void replace(
          List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
        items.forEach(this::add);
      }

      @Override
      public void add(Resource object) {
        String namespace = object.key().namespace();
        if (namespace != null && emptied.containsKey(ResourceKey.of(namespace))) {
          late.accept(ResourceKey.of(namespace));
        }
      }

      @Override
      public void update(Resource object) {
        // A new object has been passed to add() before.
      }

      @Override
      public void delete(Resource object) {
        // Nothing is left to delete.
      }
    };
  }
}
