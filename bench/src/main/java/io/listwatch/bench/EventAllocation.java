package io.listwatch.bench;

import com.sun.management.ThreadMXBean;
import io.listwatch.model.Pods;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the allocation of a watch event from the bytes of its frame to the handler, on all
 * threads of an informer with 10,000 pods. Prints it next to the size of the frame.
 */
final class EventAllocation {
  private static final int PODS = 10_000;
  private static final int ROUNDS = 5;

  private static final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private EventAllocation() {}

  public static void main(String[] arguments) throws InterruptedException {
    List<byte[]> frames = new ArrayList<>();
    long bytes = 0;
    for (byte[] pod : Pods.withManagedFields(7).take(PODS)) {
      byte[] frame = Json.modified(pod);
      frames.add(frame);
      bytes += frame.length;
    }
    System.out.printf("size of a frame                    %,10d bytes%n", bytes / PODS);
    measure(frames);
  }

  /** Every round sends each pod once. The first rounds warm up for the last, which is measured. */
  private static void measure(List<byte[]> frames) throws InterruptedException {
    var source = new FrameSource(() -> Pods.withManagedFields(7).take(PODS));
    try (var informer = new MeasuredInformer(source)) {
      informer.start(PODS);
      for (int round = 1; round <= ROUNDS; round++) {
        long before = allocated();
        for (byte[] frame : frames) {
          source.send(changed(frame, round));
        }
        informer.awaitHandled((long) PODS * (round + 1));
        long each = (allocated() - before) / PODS;
        System.out.printf("allocated for an event, round %d    %,10d bytes%n", round, each);
      }
    }
  }

  /**
   * Changes a frame without changing its size: an informer does not notify of an update without
   * changes.
   */
  private static byte[] changed(byte[] frame, int round) {
    byte[] copy = frame.clone();
    for (int i = copy.length - 1; i > 0; i--) {
      if (copy[i] >= '0' && copy[i] <= '9') {
        copy[i] = (byte) ('0' + (copy[i] - '0' + round) % 10);
        return copy;
      }
    }
    throw new IllegalArgumentException("frame: without a digit (expected: one to change)");
  }

  /** Returns the bytes that the informer's threads have allocated since their start. */
  private static long allocated() {
    long sum = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith("listwatch-")) {
        sum += threads.getThreadAllocatedBytes(thread.getThreadId());
      }
    }
    return sum;
  }
}
