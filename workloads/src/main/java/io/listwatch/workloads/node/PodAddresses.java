package io.listwatch.workloads.node;

import io.listwatch.workloads.object.ApiObject;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Assigns addresses in 10.128.0.0/9 to pods, one after the other.
 *
 * <p>Thread-safe.
 */
final class PodAddresses {
  private static final int MASK = 0x7fffff;
  private static final String PREFIX = "10.";

  private final AtomicInteger last = new AtomicInteger();

  /** Continues after the highest address of pods that already run. */
  void skip(Collection<ApiObject> pods) {
    for (ApiObject pod : pods) {
      int number = number(pod.status().path("podIP").asText());
      last.accumulateAndGet(number, Math::max);
    }
  }

  private static int number(String address) {
    String[] parts = address.split("\\.", -1);
    if (!address.startsWith(PREFIX) || parts.length != 4) {
      return 0;
    }
    return ((Integer.parseInt(parts[1]) & 0x7f) << 16)
        | (Integer.parseInt(parts[2]) << 8)
        | Integer.parseInt(parts[3]);
  }

  String next() {
    int number = last.incrementAndGet() & MASK;
    return PREFIX + (128 + (number >> 16)) + "." + (number >> 8 & 0xff) + "." + (number & 0xff);
  }
}
