package io.listwatch.bench.compare;

/** The measured figures of a program with an informer. */
enum Figure {
  SYNC_CPU("s CPU from start to synced", 2),
  SYNC_AGAIN_CPU("s CPU, in a JVM that did it before", 2),
  SYNC_TIME("s from start to synced", 2),
  PEAK("MB resident at most until synced", 0),
  RETAINED("bytes of heap retained for an object", 0),
  EVENT_ALLOCATION("bytes allocated for an update", 0),
  EVENT_CPU("µs CPU for an update", 0),
  LISTED("objects listed a second", 0),
  PEAK_AFTER("MB resident at most", 0);

  final String words;
  private final int decimals;

  Figure(String words, int decimals) {
    this.words = words;
    this.decimals = decimals;
  }

  String format(double value) {
    return String.format("%,." + decimals + "f", value);
  }
}
