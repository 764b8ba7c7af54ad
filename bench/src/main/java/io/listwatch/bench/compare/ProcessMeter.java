package io.listwatch.bench.compare;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process has used so far. */
final class ProcessMeter {
  private static final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ProcessMeter() {}

  /** CPU time of all threads, the collector's and the compilers' included. */
  static long cpuNanos() {
    return system.getProcessCpuTime();
  }

  /** The most memory that was ever resident. Known where there is {@code /proc}. */
  static long peakBytes() throws IOException {
    try (var status = Files.lines(Path.of("/proc/self/status"))) {
      String line = status.filter(each -> each.startsWith("VmHWM:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
  }

  /** What lives in the heap. */
  static long liveBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
