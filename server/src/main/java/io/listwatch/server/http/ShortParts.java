package io.listwatch.server.http;

/**
 * Counts the short parts of request bodies on a connection. Armeria keeps each DATA frame and each
 * chunk as an object, many times as large as a byte, while the request waits to be executed.
 *
 * <p>Threads: the event loop.
 */
final class ShortParts {
  /** Parts with fewer bytes are short. */
  static final int SHORT = 32;

  /** Short parts of each request that are not counted: clients end a body with one or two. */
  static final int UNCOUNTED = 10;

  /** Maximum number of short parts on a connection. */
  static final int MAX = 10_000;

  private int total;

  /**
   * Adds a part of a body.
   *
   * @param earlier the number of short parts of the same request before this one
   * @return the number including this one
   */
  int add(int earlier, int bytes) {
    if (bytes >= SHORT) {
      return earlier;
    }
    if (earlier >= UNCOUNTED) {
      total++;
    }
    return earlier + 1;
  }

  boolean tooMany() {
    return total > MAX;
  }
}
