package io.listwatch.server.resource;

import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The stats of the objects in a range of the storage: their number, and the average size of the
 * first ones. Every hundredth call makes a worker compute them again.
 *
 * <p>Thread-safe; does not block.
 */
final class StoredStats {
  private static final ObjectStats EMPTY = new ObjectStats(0, 0, false);
  private static final int SAMPLE = 100;
  private static final int CALLS = 100;

  private final Storage storage;
  private final KeyRange range;
  private final Workers workers;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile ObjectStats last = EMPTY;

  StoredStats(Storage storage, KeyRange range, Workers workers) {
    this.storage = storage;
    this.range = range;
    this.workers = workers;
  }

  ObjectStats get() {
    if (calls.getAndIncrement() % CALLS == 0) {
      // A failure leaves the last stats: the list itself will also fail.
      var unused = workers.supply(this::look).thenAccept(stats -> last = stats);
    }
    return last;
  }

  private ObjectStats look() {
    RangePage page = storage.range(range, SAMPLE);
    long bytes = page.entries().stream().mapToLong(each -> each.value().length).sum();
    int sampled = page.entries().size();
    return sampled == 0
        ? new ObjectStats(0, 1, false)
        : new ObjectStats(storage.count(range), Math.max(1, bytes / sampled), false);
  }
}
