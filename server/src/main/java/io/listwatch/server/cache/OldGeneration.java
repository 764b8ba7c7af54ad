package io.listwatch.server.cache;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * The use of the old generation right after its last collection. Unlike the current use it contains
 * no garbage.
 *
 * @param used in bytes; 0 if there was no collection yet, or the JVM does not say
 * @param max in bytes
 */
record OldGeneration(long used, long max) {
  static final OldGeneration EMPTY = new OldGeneration(0, Long.MAX_VALUE);

  /** Returns the reading of this JVM. */
  static OldGeneration read() {
    // Only the pool that objects end in has a threshold for its use; with some collectors it is the
    // whole heap.
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
        .map(OldGeneration::afterCollection)
        .findFirst()
        .orElse(EMPTY);
  }

  private static OldGeneration afterCollection(MemoryPoolMXBean pool) {
    MemoryUsage after = pool.getCollectionUsage();
    if (after == null) {
      return EMPTY;
    }
    long max = after.getMax() > 0 ? after.getMax() : Runtime.getRuntime().maxMemory();
    return new OldGeneration(after.getUsed(), max);
  }
}
