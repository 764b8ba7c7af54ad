package io.listwatch.bench.compare;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Measures the heap allocation of this process, by all threads, including ended ones: the sum of
 * the heap's growth between the end of each garbage collection and the start of the next.
 *
 * <p>The unused end of a thread's allocation buffer counts as allocated, which is little.
 */
final class AllocationMeter {
  private final Set<String> heap =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toUnmodifiableSet());
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private long heard = collections();
  private long left;
  private long allocated;

  AllocationMeter() {
    for (GarbageCollectorMXBean collector : collectors) {
      ((NotificationEmitter) collector)
          .addNotificationListener((event, key) -> collected(event), null, null);
    }
  }

  private long collections() {
    return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }

  private synchronized void collected(Notification event) {
    if (event.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      GcInfo info =
          GarbageCollectionNotificationInfo.from((CompositeData) event.getUserData()).getGcInfo();
      allocated += used(info.getMemoryUsageBeforeGc()) - left;
      left = used(info.getMemoryUsageAfterGc());
      heard++;
      notifyAll();
    }
  }

  private long used(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(pool -> heap.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }

  /**
   * Runs a garbage collection and returns the bytes allocated so far. Callers subtract two results.
   */
  long allocated() throws InterruptedException {
    System.gc();
    synchronized (this) {
      while (heard < collections()) {
        wait(10);
      }
      return allocated;
    }
  }
}
