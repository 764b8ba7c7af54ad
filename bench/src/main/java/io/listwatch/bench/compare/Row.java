package io.listwatch.bench.compare;

import java.util.List;

/** The rows of the comparison: the ways in which a program uses the objects of its informer. */
enum Row {
  /** A handler counts its calls and reads no object. */
  UNTOUCHED("untouched"),

  /** A handler reads the old and the new state of every object. */
  DECODE("decoded by a handler, old and new"),

  /**
   * A program syncs, closes its client and starts again until the code is compiled. Compared with
   * the cost of reading alone.
   */
  SYNC("synced again and again"),

  /** The same as SYNC with a compressed list instead of a streaming list. */
  COMPRESSED("synced by compressed lists"),

  /**
   * A program starts again with the store that it kept in a directory. Measured only for our
   * client.
   */
  RESTARTED("started again with what it kept"),

  /** Lists all objects and reads each, repeatedly. */
  LIST("listed again and again"),

  /**
   * The same as LIST with an informer that caches decoded objects. Measured only for our client.
   */
  REMEMBERED("listed, and all decoded remembered");

  final String words;

  Row(String words) {
    this.words = words;
  }

  /** True if updates are sent. */
  boolean follows() {
    return this == UNTOUCHED || this == DECODE;
  }

  /** True if the program syncs repeatedly. */
  boolean repeats() {
    return this == SYNC || this == COMPRESSED;
  }

  /** Returns those of the given clients that support this row. */
  List<String> clients(List<String> given) {
    return given.stream().filter(this::isFor).toList();
  }

  private boolean isFor(String client) {
    return switch (client) {
      case ListwatchInforming.NAME -> true;
      case BareReading.NAME -> repeats();
      default -> this != REMEMBERED && this != COMPRESSED && this != RESTARTED;
    };
  }
}
