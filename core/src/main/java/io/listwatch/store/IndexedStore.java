package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The objects of an informer, by key, namespace, labels and {@linkplain Index indexes}.
 *
 * <p>Threads: readers take a {@link #snapshot} and never block, nor do they block other threads.
 * One thread at a time changes objects, in {@linkplain #transaction transactions}; any thread adds
 * an index. There is no lock: a change is computed from a snapshot and published only if no other
 * change was published meanwhile; otherwise it takes in the other change and tries again. So index
 * functions run without a lock as well.
 */
public final class IndexedStore {
  private final IndexFailures failures;
  private final AtomicReference<StoreSnapshot> snapshot;

  /**
   * Creates an empty store.
   *
   * @param failures notified of objects for which an index function failed
   */
  public IndexedStore(IndexFailures failures) {
    this(failures, Set.of());
  }

  /**
   * Creates a store of several namespaces, each of which is a collection of its own.
   *
   * @param failures notified of objects for which an index function failed
   * @param namespaces empty if one collection fills the store
   */
  public IndexedStore(IndexFailures failures, Set<String> namespaces) {
    this.failures = failures;
    StoreVersions versions = StoreVersions.UNSET;
    for (String namespace : namespaces) {
      versions = versions.with(namespace, ResourceVersion.UNSET);
    }
    snapshot = new AtomicReference<>(StoreSnapshot.EMPTY.at(versions));
  }

  /** Returns the current content of the store. */
  public StoreSnapshot snapshot() {
    return snapshot.get();
  }

  /** Begins a change of objects. */
  public StoreTransaction transaction() {
    return new StoreTransaction(this, snapshot());
  }

  /**
   * Adds an index over the existing and all future objects.
   *
   * @throws IllegalArgumentException if there is an index of that name
   */
  public void addIndex(Index index) {
    IndexTable table = IndexTable.of(index);
    SortedTable<ResourceKey, Resource> seen = SortedTable.empty();
    StoreSnapshot current;
    do {
      current = snapshot();
      if (current.indexNames().contains(index.name())) {
        throw new IllegalArgumentException(
            "index: %s (expected: a name other than %s)"
                .formatted(index.name(), current.indexNames()));
      }
      // A busy writer cannot keep this loop from ending: a second round has little to catch up on.
      table = table.following(seen, current.objects(), failures);
      seen = current.objects();
    } while (!publish(current, withIndex(current, table)));
  }

  private static StoreSnapshot withIndex(StoreSnapshot current, IndexTable table) {
    List<IndexTable> indexes = new ArrayList<>(current.indexes());
    indexes.add(table);
    return new StoreSnapshot(current.objects(), indexes, current.versions());
  }

  /**
   * Publishes {@code next}. Returns false, without an effect, if {@code current} is no longer the
   * store's content.
   */
  boolean publish(StoreSnapshot current, StoreSnapshot next) {
    return snapshot.compareAndSet(current, next);
  }

  IndexFailures failures() {
    return failures;
  }
}
