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
 * Who owns whom, of the objects that have owners or wait for those that they own. Others are not in
 * it, however many there are; that an owner exists is asked for when it matters.
 *
 * <p>What it is told comes in the order in which it was written, whatever the kinds: when an owner
 * is seen to wait for its dependents, all that were made before are known. That is why it is one
 * reflector's, and not one for each kind.
 *
 * <p>Threads: the reflector's thread writes, workers read. The lock is a leaf: who has to look at
 * what is asked outside.
 */
final class OwnerGraph implements ReflectorStore {
  private final Consumer<String> ask;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<String, OwnedObject> objects = new HashMap<>();

  /** The uids of what each owner owns, by the owner's, whether the owner is there or not. */
  @GuardedBy("lock")
  private final Map<String, Set<String>> dependents = new HashMap<>();

  /** Owners that were seen to be deleted, as long as somebody names them. */
  @GuardedBy("lock")
  private final Set<String> departed = new HashSet<>();

  private volatile ResourceVersion version = ResourceVersion.UNSET;

  /**
   * @param ask told the uid of each object about which there may be something to do; quick
   */
  OwnerGraph(Consumer<String> ask) {
    this.ask = ask;
  }

  /** Everything up to here has been seen. */
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

  /** Whether an owner is known to be gone, even if its kind is not served any more. */
  boolean hasDeparted(String uid) {
    lock.lock();
    try {
      return departed.contains(uid);
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

  /** What happened to owners before this list is not known, so that everybody has to look. */
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
        if (object.isEntangled()) {
          putLocked(object);
        }
      }
      departed.retainAll(dependents.keySet());
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
      if (now.isEntangled()) {
        putLocked(now);
      }
      forgetDepartedLocked(before);
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
    if (now.isEntangled()) {
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
      forgetDepartedLocked(before);
      if (dependents.containsKey(uid)) {
        departed.add(uid);
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
  private void forgetDepartedLocked(@Nullable OwnedObject before) {
    if (before != null) {
      for (OwnerReference each : before.owners()) {
        if (!dependents.containsKey(each.uid())) {
          departed.remove(each.uid());
        }
      }
    }
  }

  /** Owners that wait may be able to go now. */
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
