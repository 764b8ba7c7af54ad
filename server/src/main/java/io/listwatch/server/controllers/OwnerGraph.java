package io.listwatch.server.controllers;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner references of all objects that have owners or wait for their dependents. Other objects
 * are not in it, so its size does not depend on them. The collector reads an owner when it needs to
 * know whether it exists.
 *
 * <p>Changes come in the order in which they were written, across all kinds: when the graph sees
 * that an owner waits for its dependents, it knows all dependents that were created before. That is
 * why a single reflector fills it, and not one for each kind.
 *
 * <p>Threads: the reflector's thread writes, workers read. No other lock is taken and {@code ask}
 * is not called while the lock is held.
 */
final class OwnerGraph implements ReflectorStore {
  private final Consumer<String> ask;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<String, OwnedObject> objects = new HashMap<>();

  /** Uids of the dependents by the uid of their owner, which need not exist. */
  @GuardedBy("lock")
  private final Map<String, Set<String>> dependents = new HashMap<>();

  /** Uids of owners whose deletion was seen, as long as an object refers to them. */
  @GuardedBy("lock")
  private final Set<String> deletedOwners = new HashSet<>();

  private volatile ResourceVersion version = ResourceVersion.UNSET;

  /**
   * @param ask called with the uid of each object that has to be reconciled; must not block
   */
  OwnerGraph(Consumer<String> ask) {
    this.ask = ask;
  }

  /** Returns the version up to which all changes have been seen. */
  ResourceVersion version() {
    return version;
  }

  Optional<OwnedObject> object(String uid) {
    lock.lock();
    try {
      return Optional.ofNullable(objects.get(uid));
    } finally {
      lock.unlock();
    }
  }

  /** True if the deletion of an owner was seen, even if its kind is no longer served. */
  boolean isDeleted(String uid) {
    lock.lock();
    try {
      return deletedOwners.contains(uid);
    } finally {
      lock.unlock();
    }
  }

  List<OwnedObject> dependentsOf(String uid) {
    lock.lock();
    try {
      var found = new ArrayList<OwnedObject>();
      for (String each : dependents.getOrDefault(uid, Set.of())) {
        OwnedObject object = objects.get(each);
        if (object != null) {
          found.add(object);
        }
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Enqueues every object, because deletions of owners before this list may have been missed. */
  @Override
  public void replace(
      List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion newVersion) {
    List<String> all;
    lock.lock();
    try {
      objects.values().removeIf(each -> !unreadable.contains(each.key()));
      dependents.clear();
      objects.values().forEach(this::connectLocked);
      for (Resource item : items) {
        OwnedObject object = OwnedObject.of(item);
        if (object.needsTracking()) {
          putLocked(object);
        }
      }
      deletedOwners.retainAll(dependents.keySet());
      all = List.copyOf(objects.keySet());
    } finally {
      lock.unlock();
    }
    version = newVersion;
    all.forEach(ask);
  }

  @Override
  public void add(Resource object) {
    update(object);
  }

  @Override
  public void update(Resource object) {
    OwnedObject now = OwnedObject.of(object);
    Set<String> asked = new LinkedHashSet<>();
    lock.lock();
    try {
      OwnedObject before = removeLocked(now.uid());
      if (now.needsTracking()) {
        putLocked(now);
      }
      dropUnreferencedLocked(before);
      if (!now.equals(before)) {
        askAboutLocked(before, now, asked);
      }
    } finally {
      lock.unlock();
    }
    version = object.version();
    asked.forEach(ask);
  }

  @GuardedBy("lock")
  private void askAboutLocked(@Nullable OwnedObject before, OwnedObject now, Set<String> asked) {
    if (before != null) {
      addWaitingOwnersLocked(before, asked);
    }
    if (now.needsTracking()) {
      asked.add(now.uid());
      addWaitingOwnersLocked(now, asked);
    }
    if (now.deletesDependents()) {
      asked.addAll(dependents.getOrDefault(now.uid(), Set.of()));
    }
  }

  @Override
  public void delete(Resource object) {
    String uid = object.uid().orElse("");
    Set<String> asked = new LinkedHashSet<>();
    lock.lock();
    try {
      OwnedObject before = removeLocked(uid);
      dropUnreferencedLocked(before);
      if (dependents.containsKey(uid)) {
        deletedOwners.add(uid);
        asked.addAll(dependents.get(uid));
      }
      if (before != null) {
        addWaitingOwnersLocked(before, asked);
      }
    } finally {
      lock.unlock();
    }
    version = object.version();
    asked.forEach(ask);
  }

  @Override
  public void bookmark(ResourceVersion newVersion) {
    version = newVersion;
  }

  @GuardedBy("lock")
  private void dropUnreferencedLocked(@Nullable OwnedObject before) {
    if (before != null) {
      for (OwnerReference each : before.owners()) {
        if (!dependents.containsKey(each.uid())) {
          deletedOwners.remove(each.uid());
        }
      }
    }
  }

  /** Enqueues owners that may be able to finish their deletion now. */
  @GuardedBy("lock")
  private void addWaitingOwnersLocked(OwnedObject object, Set<String> asked) {
    for (OwnerReference each : object.owners()) {
      OwnedObject owner = objects.get(each.uid());
      if (owner != null && owner.deletesDependents()) {
        asked.add(owner.uid());
      }
    }
  }

  @GuardedBy("lock")
  private void putLocked(OwnedObject object) {
    objects.put(object.uid(), object);
    connectLocked(object);
  }

  @GuardedBy("lock")
  private void connectLocked(OwnedObject object) {
    for (OwnerReference each : object.owners()) {
      dependents.computeIfAbsent(each.uid(), none -> new HashSet<>(4)).add(object.uid());
    }
  }

  @GuardedBy("lock")
  private @Nullable OwnedObject removeLocked(String uid) {
    OwnedObject object = objects.remove(uid);
    if (object != null) {
      for (OwnerReference each : object.owners()) {
        dependents.computeIfPresent(
            each.uid(), (owner, owned) -> owned.remove(uid) && owned.isEmpty() ? null : owned);
      }
    }
    return object;
  }
}
