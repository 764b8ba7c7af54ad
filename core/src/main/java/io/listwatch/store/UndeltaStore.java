package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pushes the whole collection to a function after every change, like client-go's UndeltaStore. It
 * is for consumers that compare the whole desired state with the actual state anyway.
 *
 * <p>Every add, update, delete and replace is pushed once, even one that changed nothing; bookmarks
 * and resyncs are not. Each push copies the list, so this is meant for the hundred objects of one
 * node rather than for a whole cluster.
 *
 * <p>Threads: written by one thread at a time, which calls the function without a lock after the
 * change has been made; an exception from the function reaches that thread. Any thread may take a
 * {@link #snapshot}.
 */
public final class UndeltaStore implements ReflectorStore {
  private final IndexedStore store = new IndexedStore((index, object, cause) -> {});
  private final Consumer<? super List<Resource>> push;

  /**
   * Creates an empty store.
   *
   * @param push called with an immutable list, in the order of the objects' keys
   */
  public UndeltaStore(Consumer<? super List<Resource>> push) {
    this.push = push;
  }

  /** Returns the collection that was last pushed, or is being pushed, with its version. */
  public StoreSnapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    StoreTransaction transaction = store.transaction();
    transaction.replace(items, unreadable, version);
    push(transaction);
  }

  @Override
  public void add(Resource object) {
    update(object);
  }

  @Override
  public void update(Resource object) {
    StoreTransaction transaction = store.transaction();
    transaction.put(object);
    transaction.version(object.version());
    push(transaction);
  }

  @Override
  public void delete(Resource object) {
    StoreTransaction transaction = store.transaction();
    transaction.remove(object.key());
    transaction.version(object.version());
    push(transaction);
  }

  private void push(StoreTransaction transaction) {
    push.accept(List.copyOf(transaction.commit().all()));
  }

  @Override
  public boolean knowsLatest() {
    return true;
  }

  @Override
  public @Nullable Resource latest(ResourceKey key) {
    return store.snapshot().get(key);
  }

  @Override
  public void bookmark(ResourceVersion version) {
    StoreTransaction transaction = store.transaction();
    transaction.version(version);
    transaction.commit();
  }
}
