package io.listwatch.bench;

import io.listwatch.model.Pods;
import io.listwatch.model.Resource;
import java.lang.management.ManagementFactory;

/**
 * Measures the heap that an informer retains for 10,000 pods: the heap in use with it minus the
 * heap in use before, after garbage collections. Prints it next to the size of the pods' JSON
 * without managedFields.
 */
final class InformerMemory {
  private static final int PODS = 10_000;

  private InformerMemory() {}

  public static void main(String[] arguments) throws InterruptedException {
    // The first informer loads classes and fills caches, which would otherwise count for the
    // second.
    retained(PODS / 100);
    long retained = retained(PODS);

    System.out.printf("pods                               %,10d%n", PODS);
    System.out.printf("JSON of a pod with managedFields   %,10d bytes%n", json(true) / PODS);
    System.out.printf(
        "JSON of a pod without              %,10d bytes (floor)%n", json(false) / PODS);
    System.out.printf("retained for a pod                 %,10d bytes%n", retained / PODS);
    System.out.printf(
        "ratio                              %10.3f%n", (double) retained / json(false));
  }

  private static long json(boolean managedFields) {
    long bytes = 0;
    for (byte[] pod : Pods.withManagedFields(7).take(PODS)) {
      Resource object = Resource.parse(pod);
      bytes += managedFields ? object.size() : object.withoutManagedFields().size();
    }
    return bytes;
  }

  private static long retained(int count) throws InterruptedException {
    long before = used();
    var source = new FrameSource(() -> Pods.withManagedFields(7).take(count));
    try (var informer = new MeasuredInformer(source)) {
      informer.start(count);
      return used() - before;
    }
  }

  private static long used() {
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
