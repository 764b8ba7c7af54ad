package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits the memory that parsing an object allocates in addition to its bytes. */
final class HeaderAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 200;

  @Test
  void readsAHeaderWithLittleGarbage() {
    List<byte[]> pods = Pods.withManagedFields(5).take(100);

    assertThat(leastBytesPerPod(pods, ResourceReader.PLAIN)).isLessThan(1536);
  }

  @Test
  void readsAHeaderWithSelectableFieldsWithLittleGarbage() {
    List<byte[]> pods = Pods.withManagedFields(5).take(100);
    var reader =
        new ResourceReader(
            SelectableFields.of(List.of("spec.nodeName", "status.phase", "status.podIP")));

    assertThat(leastBytesPerPod(pods, reader)).isLessThan(1536);
  }

  private static long leastBytesPerPod(List<byte[]> pods, ResourceReader reader) {
    long least = Long.MAX_VALUE;
    long used = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (byte[] pod : pods) {
        used += reader.resource(pod, 0, pod.length).size();
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(used).isPositive();
    return least / pods.size();
  }
}
