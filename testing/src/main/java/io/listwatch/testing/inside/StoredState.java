package io.listwatch.testing.inside;

import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A snapshot of everything in a storage. Restoring it takes ordinary writes: revisions continue to
 * rise, and watches see every difference.
 */
final class StoredState {
  /** Number of writes in flight at a time, below the limit of a storage. */
  private static final int BATCH = 500;

  private final Map<Key, byte[]> values = new HashMap<>();
  private final long revision;

  private StoredState(List<StoredEntry> entries, long revision) {
    entries.forEach(entry -> values.put(entry.key(), entry.value()));
    this.revision = revision;
  }

  static StoredState of(Storage storage) {
    return new StoredState(
        entries(storage), storage.currentRevision().toCompletableFuture().join());
  }

  /** Returns the revision at which the snapshot was taken. */
  long revision() {
    return revision;
  }

  private static List<StoredEntry> entries(Storage storage) {
    var entries = new ArrayList<StoredEntry>();
    Optional<KeyRange> rest = Optional.of(KeyRange.all());
    while (rest.isPresent()) {
      RangePage page = storage.range(rest.get(), BATCH);
      entries.addAll(page.entries());
      rest = page.rest();
    }
    return entries;
  }

  /** Restores every key that differs from the snapshot, and returns the number of differences. */
  int restore(Storage storage) {
    int differences = 0;
    var writes = new ArrayList<CompletionStage<?>>();
    var missing = new HashMap<>(values);
    for (StoredEntry entry : entries(storage)) {
      byte[] value = missing.remove(entry.key());
      if (value == null) {
        writes.add(storage.delete(entry.key()));
        differences++;
      } else if (!Arrays.equals(value, entry.value())) {
        writes.add(storage.put(entry.key(), value));
        differences++;
      }
      await(writes, BATCH);
    }
    missing.forEach((key, value) -> writes.add(storage.put(key, value)));
    await(writes, 1);
    return differences + missing.size();
  }

  private static void await(List<CompletionStage<?>> writes, int atLeast) {
    if (writes.size() >= atLeast) {
      writes.forEach(each -> each.toCompletableFuture().join());
      writes.clear();
    }
  }
}
