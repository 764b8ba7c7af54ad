package io.listwatch.bench.compare;

import java.nio.file.Path;

/**
 * A client's informer of all pods, found by namespace and by node, with one handler. Made without
 * having done anything: what starting it costs is part of what is measured.
 */
interface InformingClient extends AutoCloseable {
  void start() throws Exception;

  /** Whether everything that there was at first can be read. */
  boolean hasSynced();

  /** Of how many changes the handler has been told, those told as one counted as such. */
  long told();

  /** Lists all pods as the client's class and looks into each; answers how many there are. */
  int list();

  /** Ends it, with its connections. */
  @Override
  void close();

  /** The client of a name; one that keeps what it knows does so in the directory {@code kept}. */
  static InformingClient of(String name, Target target, Row row, Path kept) {
    return switch (name) {
      case ListwatchInforming.NAME -> new ListwatchInforming(target, row, kept);
      case Fabric8Informing.NAME -> new Fabric8Informing(target, row);
      case OfficialInforming.NAME -> new OfficialInforming(target, row);
      case BareReading.NAME -> new BareReading(target, row);
      default -> throw new IllegalArgumentException("client: " + name + " (expected: a known one)");
    };
  }
}
