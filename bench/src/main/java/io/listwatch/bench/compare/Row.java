package io.listwatch.bench.compare;

import java.util.List;

/** What a program does with the objects that its informer holds. */
enum Row {
  /** A handler counts what it is told of, and looks at nothing. */
  UNTOUCHED("untouched"),

  /** A handler looks into the old and the new state of every object it is told of. */
  DECODE("decoded by a handler, old and new"),

  /**
   * A program is synced, closes its client and begins again, until the compilers are done; beside
   * what reading alone costs.
   */
  SYNC("synced again and again"),

  /** The same with a list, which is compressed, instead of a watch that begins with the objects. */
  COMPRESSED("synced by compressed lists"),

  /** A program is started again with what it kept in a directory: this project's choice. */
  RESTARTED("started again with what it kept"),

  /** Everything is listed, and each object looked into, again and again. */
  LIST("listed again and again"),

  /** The same, with an informer that may remember all that it decodes: this project's choice. */
  REMEMBERED("listed, and all decoded remembered");

  final String words;

  Row(String words) {
    this.words = words;
  }

  /** Whether updates are sent. */
  boolean follows() {
    return this == UNTOUCHED || this == DECODE;
  }

  /** Whether to sync again and again. */
  boolean repeats() {
    return this == SYNC || this == COMPRESSED;
  }

  /** Of those given, the clients that can do this. */
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
