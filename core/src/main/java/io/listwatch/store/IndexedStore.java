package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The objects an informer holds, to be found by key, namespace, labels and {@linkplain Index
 * indexes}.
 *
 * <p>Threads: readers take a {@link #snapshot} and neither wait for nor hold up anybody. One thread
 * at a time changes objects, in {@linkplain #transaction transactions}; any thread adds an index.
 * There is no lock: each change is made aside and published if nothing else was in the meantime,
 * and otherwise catches up first. So index functions, too, run without one.
 */
public final class IndexedStore {
  private final IndexFailures failures;
  private final AtomicReference<StoreSnapshot> snapshot;

  /**
   * @param failures told of objects that an index could not deal with
   */
  public IndexedStore(IndexFailures failures) {
    this(failures, Set.of());
  }

  /**
   * A store of several namespaces, each of which is a collection by itself.
   *
   * @param failures told of objects that an index could not deal with
   * @param namespaces none if one collection fills the store
   */
  public IndexedStore(IndexFailures failures, Set<String> namespaces) {
    this.failures = failures;
    StoreVersions versions = StoreVersions.UNSET;
    for (String namespace : namespaces) {
      versions = versions.with(namespace, ResourceVersion.UNSET);
    }
    snapshot = new AtomicReference<>(StoreSnapshot.EMPTY.at(versions));
  }

  /** What the store holds now. */
  public StoreSnapshot snapshot() {
    return snapshot.get();
  }

  /** Begins to change objects. */
  public StoreTransaction transaction() {
    return new StoreTransaction(this, snapshot());
  }

  /**
   * Adds an index; the objects that are there can then be found by it.
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
      // A busy writer cannot keep this from ending: a second round has little to catch up on.
      table = table.following(seen, current.objects(), failures);
      seen = current.objects();
    } while (!publish(current, withIndex(current, table)));
  }

  private static StoreSnapshot withIndex(StoreSnapshot current, IndexTable table) {
    List<IndexTable> indexes = new ArrayList<>(current.indexes());
    indexes.add(table);
    return new StoreSnapshot(current.objects(), indexes, current.versions());
  }

  /** Does nothing but answer false if the store has moved on from {@code current}. */
  boolean publish(StoreSnapshot current, StoreSnapshot next) {
    return snapshot.compareAndSet(current, next);
  }

  IndexFailures failures() {
    return failures;
  }
}
