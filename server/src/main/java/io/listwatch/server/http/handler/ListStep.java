package io.listwatch.server.http.handler;

import io.listwatch.model.Resource;

/**
 * The objects of a list that an event loop encodes in one step. Bounds the step by the size of the
 * objects: a table, metadata or compressed objects need time for bytes that they do not send. A
 * step has less than twice {@link #MAX_BYTES}.
 */
final class ListStep {
  /** As YAML, a table or protobuf, an object of this size takes about a millisecond. */
  static final int MAX_BYTES = 64 << 10;

  /**
   * The size that is counted for an object whose encoded form is kept: a copy takes less than a µs.
   */
  private static final int KNOWN_BYTES = 256;

  private int bytes;

  /** True if a worker encodes the object. */
  static boolean needsWorker(Resource object) {
    return object.size() > MAX_BYTES;
  }

  void add(Resource object) {
    bytes += object.size();
  }

  void addKnown() {
    bytes += KNOWN_BYTES;
  }

  /** True if the rest of the list belongs to the next step. */
  boolean full() {
    return bytes >= MAX_BYTES;
  }
}
