package io.listwatch.bench.compare;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time and memory of this process. */
final class ProcessMeter {
  private static final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ProcessMeter() {}

  /** Returns the CPU time of all threads, including the garbage collector's and the compilers'. */
  static long cpuNanos() {
    return system.getProcessCpuTime();
  }

  /** Returns the peak resident memory. Works only on systems with {@code /proc}. */
  static long peakBytes() throws IOException {
    try (var status = Files.lines(Path.of("/proc/self/status"))) {
      String line = status.filter(each -> each.startsWith("VmHWM:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
  }

  /** Returns the size of the live objects in the heap. */
  static long liveBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
