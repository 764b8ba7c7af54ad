package io.listwatch.server.controllers;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.strategy.StorageFinalizers;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.resource.ResourceScope;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Removes the protection finalizers of storage objects that are no longer in use: of claims when no
 * scheduled pod mounts them, of volumes when they are not bound, of volume attributes classes when
 * no volume or claim refers to them.
 *
 * <p>Threads: the controller's workers reconcile. The feed's thread reports changes, after which an
 * object may no longer be in use.
 */
final class StorageProtection implements Reconciler<StorageProtection.ProtectedObject> {
  private final LiveObjects objects;
  private final Set<ProtectedObject> inUse = ConcurrentHashMap.newKeySet();

  StorageProtection(LiveObjects objects) {
    this.objects = objects;
  }

  /**
   * Returns a store that is to be called with the changes of all objects.
   *
   * @param ask enqueues an object to reconcile; must not block
   */
  ReflectorStore store(Consumer<ProtectedObject> ask) {
    return new Changes(ask);
  }

  /** Enqueues the objects that may no longer be in use after a change. */
  private void changed(Resource object, Consumer<ProtectedObject> ask) {
    for (Protection each : Protection.values()) {
      if (object.kind().equals(each.kind) && each.holds(object)) {
        ask.accept(new ProtectedObject(each, object.key()));
      }
    }
    inUse.stream().filter(kept -> kept.isOrMayBeUsedBy(object)).forEach(ask);
  }

  @Override
  public Reconciliation reconcile(ProtectedObject kept) throws InterruptedException {
    ResourceDefinition definition = kept.protection.definition(objects);
    try {
      Resource object =
          objects.get(definition, kept.key).filter(kept.protection::holds).orElse(null);
      // Added before the check, so that a change after the check enqueues it again.
      inUse.add(kept);
      if (object != null && isUsed(kept, object)) {
        return Reconciliation.done();
      }
      if (object != null) {
        objects.removeFinalizer(definition, object, kept.protection.finalizer);
      }
    } catch (NotFoundException gone) {
      // It has been deleted already.
    } catch (ConflictException changed) {
      return Reconciliation.retry();
    }
    inUse.remove(kept);
    return Reconciliation.done();
  }

  private boolean isUsed(ProtectedObject kept, Resource object) throws InterruptedException {
    String name = kept.key.name();
    return switch (kept.protection) {
      case CLAIM -> anyOf("pods", kept.key, pod -> mounts(pod, name));
      case VOLUME -> LiveObjects.tree(object).path("status").path("phase").asText().equals("Bound");
      case ATTRIBUTES ->
          anyOf("persistentvolumes", kept.key, volume -> hasAttributes(volume, name))
              || anyOf("persistentvolumeclaims", kept.key, claim -> hasAttributes(claim, name));
    };
  }

  private boolean anyOf(String plural, ResourceKey key, Predicate<JsonValue> uses)
      throws InterruptedException {
    ResourceDefinition definition = objects.builtIn("", "v1", plural);
    String namespace = key.namespace();
    ResourceScope scope =
        namespace == null ? ResourceScope.ALL : ResourceScope.namespace(namespace);
    return objects.list(definition, scope).anyMatch(each -> uses.test(LiveObjects.tree(each)));
  }

  /** Ignores pods that are not scheduled yet: they will not be started with a terminating claim. */
  private static boolean mounts(JsonValue pod, String claim) {
    if (pod.at("/spec/nodeName").asText().isEmpty()) {
      return false;
    }
    for (JsonValue volume : pod.at("/spec/volumes")) {
      String ownClaim = pod.at("/metadata/name").asText() + "-" + volume.path("name").asText();
      if (volume.path("persistentVolumeClaim").path("claimName").asText().equals(claim)
          || (volume.has("ephemeral") && ownClaim.equals(claim))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasAttributes(JsonValue object, String name) {
    return List.of(
            "/spec/volumeAttributesClassName",
            "/status/currentVolumeAttributesClassName",
            "/status/modifyVolumeStatus/targetVolumeAttributesClassName")
        .stream()
        .anyMatch(path -> object.at(path).asText().equals(name));
  }

  /** Enqueues the objects that may no longer be in use after each change. */
  private final class Changes implements ReflectorStore {
    private final Consumer<ProtectedObject> ask;

    Changes(Consumer<ProtectedObject> ask) {
      this.ask = ask;
    }

    @Override
    public void replace(
        List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
      items.forEach(each -> changed(each, ask));
      inUse.forEach(ask);
    }

    @Override
    public void add(Resource object) {
      changed(object, ask);
    }

    @Override
    public void update(Resource object) {
      changed(object, ask);
    }

    @Override
    public void delete(Resource object) {
      changed(object, ask);
    }
  }

  /** A terminating object and the finalizer that protects it. */
  record ProtectedObject(Protection protection, ResourceKey key) {
    /**
     * Matches the object itself, too, so that it leaves {@code inUse} if something else deletes it.
     */
    private boolean isOrMayBeUsedBy(Resource object) {
      String namespace = key.namespace();
      boolean itself = object.kind().equals(protection.kind) && object.key().equals(key);
      return itself
          || (protection.mayBeUsedBy(object.kind())
              && (namespace == null || namespace.equals(object.key().namespace())));
    }
  }

  /** The protected kinds and their finalizers. */
  enum Protection {
    CLAIM("", "PersistentVolumeClaim", StorageFinalizers.OF_CLAIMS),
    VOLUME("", "PersistentVolume", StorageFinalizers.OF_VOLUMES),
    ATTRIBUTES("storage.k8s.io", "VolumeAttributesClass", StorageFinalizers.OF_ATTRIBUTES);

    private final String group;
    private final String kind;
    private final String finalizer;

    Protection(String group, String kind, String finalizer) {
      this.group = group;
      this.kind = kind;
      this.finalizer = finalizer;
    }

    private boolean holds(Resource object) {
      return object.terminating() && object.finalizers().contains(finalizer);
    }

    private boolean mayBeUsedBy(String user) {
      return switch (this) {
        case CLAIM -> user.equals("Pod");
        case VOLUME -> false;
        case ATTRIBUTES -> user.equals(VOLUME.kind) || user.equals(CLAIM.kind);
      };
    }

    private ResourceDefinition definition(LiveObjects objects) {
      return objects.ofKind(group, kind).orElseThrow();
    }
  }
}
