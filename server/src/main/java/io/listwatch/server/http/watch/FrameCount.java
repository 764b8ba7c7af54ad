package io.listwatch.server.http.watch;

import io.listwatch.metrics.Metrics;

/**
 * Counts the events and bookmarks of one watch stream.
 *
 * <p>Threads: the event loop of the stream.
 */
final class FrameCount {
  private Metrics.Counter counter = amount -> {};
  private long events;

  /** Number of events that have been added to {@link #counter}. */
  private long reported;

  /** Bytes of the frames, before compression. */
  private long bytes;

  /** Sets the counter that {@link #report} adds to. */
  void reportTo(Metrics.Counter metric) {
    counter = metric;
  }

  /** Adds an event. */
  void add(long length) {
    events++;
    bytes += length;
  }

  /** Reports the events since the last report, once for each write. */
  void report() {
    counter.add(events - reported);
    reported = events;
  }

  long events() {
    return events;
  }

  long bytes() {
    return bytes;
  }
}
