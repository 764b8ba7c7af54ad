package io.listwatch.server.http.encoding;

import io.listwatch.metrics.Metrics;
import java.util.Map;

/**
 * Counts the deltas that watches send, and their bytes.
 *
 * <p>Thread-safe.
 */
public final class DeltaMeters {
  private final Metrics.Counter deltas;
  private final Metrics.Counter bytes;

  public DeltaMeters(Metrics metrics) {
    this.deltas = metrics.counter("watch_deltas_sent_total", Map.of());
    this.bytes = metrics.counter("watch_delta_bytes_sent_total", Map.of());
  }

  void sent(byte[] frame) {
    deltas.increment();
    bytes.add(frame.length);
  }
}
