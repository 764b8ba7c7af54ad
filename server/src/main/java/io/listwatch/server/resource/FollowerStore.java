package io.listwatch.server.resource;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes the objects of one resource into a follower, such as the RBAC policy, and notifies waiting
 * writes when the follower has reached their version.
 *
 * <p>Threads: the reflector's thread writes; any thread may wait. The lock is a leaf.
 */
public abstract class FollowerStore implements ReflectorStore {
  private final ReentrantLock lock = new ReentrantLock();

  /** Null until the first list. */
  @GuardedBy("lock")
  private @Nullable ResourceVersion reached;

  @GuardedBy("lock")
  private final List<Waiter> waiters = new ArrayList<>();

  private volatile boolean loaded;

  private record Waiter(ResourceVersion version, CompletableFuture<Void> stage) {}

  /** Adds an object or replaces its previous state. */
  protected abstract void put(Resource object);

  protected abstract void remove(ResourceKey key);

  /** Returns the keys of all objects that the follower has. */
  protected abstract Set<ResourceKey> keys();

  /** True after the first list. */
  public final boolean loaded() {
    return loaded;
  }

  /** Returns a future that completes when the follower has the version, or anything newer. */
  final CompletableFuture<Void> reached(ResourceVersion version) {
    lock.lock();
    try {
      if (reached != null && !version.newerThan(reached)) {
        return CompletableFuture.completedFuture(null);
      }
      var waiter = new Waiter(version, new CompletableFuture<>());
      waiters.add(waiter);
      return waiter.stage;
    } finally {
      lock.unlock();
    }
  }

  /** Removes a future whose write has completed. */
  public final void forget(CompletableFuture<Void> stage) {
    lock.lock();
    try {
      waiters.removeIf(each -> each.stage == stage);
    } finally {
      lock.unlock();
    }
  }

  /** An unreadable object keeps its previous state. */
  @Override
  public final void replace(
      List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    var gone = new HashSet<>(keys());
    gone.removeAll(unreadable);
    for (Resource each : items) {
      put(each);
      gone.remove(each.key());
    }
    gone.forEach(this::remove);
    loaded = true;
    advance(version);
  }

  @Override
  public final void add(Resource object) {
    put(object);
    advance(object.version());
  }

  @Override
  public final void update(Resource object) {
    add(object);
  }

  @Override
  public final void delete(Resource object) {
    remove(object.key());
    advance(object.version());
  }

  @Override
  public final void bookmark(ResourceVersion version) {
    advance(version);
  }

  private void advance(ResourceVersion version) {
    var ready = new ArrayList<Waiter>();
    lock.lock();
    try {
      reached = version;
      waiters.stream().filter(each -> !each.version.newerThan(version)).forEach(ready::add);
      waiters.removeAll(ready);
    } finally {
      lock.unlock();
    }
    ready.forEach(each -> each.stage.complete(null));
  }
}
