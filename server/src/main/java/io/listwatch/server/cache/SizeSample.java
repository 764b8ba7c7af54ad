package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ObjectStats;
import io.listwatch.store.SortedTable;
import io.listwatch.store.TableCursor;

/**
 * The average size of the objects in a cache, estimated from the first ones. It is computed again
 * when the number of objects has changed by a quarter.
 *
 * <p>Thread-safe.
 */
final class SizeSample {
  private static final int SAMPLE = 100;

  private volatile ObjectStats last = ObjectStats.NONE;

  ObjectStats stats(SortedTable<ResourceKey, Resource> objects) {
    ObjectStats known = last;
    if (Math.abs(objects.size() - known.count()) > known.count() / 4) {
      known = new ObjectStats(objects.size(), average(objects), true);
      last = known;
    }
    return new ObjectStats(objects.size(), known.averageBytes(), true);
  }

  private static long average(SortedTable<ResourceKey, Resource> objects) {
    long bytes = 0;
    int count = 0;
    TableCursor<ResourceKey, Resource> cursor = objects.cursor();
    while (count < SAMPLE && cursor.next()) {
      bytes += cursor.value().size();
      count++;
    }
    return count == 0 ? 0 : bytes / count;
  }
}
