package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Undoes the deltas: hands the whole collection to a function after every change, for those who
 * compare wanted with actual state anyway and would have to put changes together again.
 *
 * <p>Every add, update, delete and replace is pushed once, even one that changed nothing; bookmarks
 * and resyncs are not. Pushing copies the list, which is meant for the hundred objects of one node
 * rather than for all of a cluster.
 *
 * <p>Threads: written by one thread at a time, on which the function is called, without a lock and
 * after the change has been made; what it throws goes to that thread. Any thread takes a {@link
 * #snapshot}.
 */
public final class UndeltaStore implements ReflectorStore {
  private final IndexedStore store = new IndexedStore((index, object, cause) -> {});
  private final Consumer<? super List<Resource>> push;

  /**
   * @param push given an immutable list, in the order of the objects' keys
   */
  public UndeltaStore(Consumer<? super List<Resource>> push) {
    this.push = push;
  }

  /** What was last pushed, or is just being pushed, with its version. */
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
  public void bookmark(ResourceVersion version) {
    StoreTransaction transaction = store.transaction();
    transaction.version(version);
    transaction.commit();
  }
}
