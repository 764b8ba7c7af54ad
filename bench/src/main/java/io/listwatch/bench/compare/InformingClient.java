package io.listwatch.bench.compare;

import io.kubernetes.client.informer.SharedInformerFactory;
import io.listwatch.official.ListwatchInformerFactory;
import java.nio.file.Path;

/**
 * A client's informer of all pods, with indexes by namespace and by node, and one handler. Its
 * constructor does nothing, so that the whole start is measured.
 */
interface InformingClient extends AutoCloseable {
  void start() throws Exception;

  /** True once all initial objects can be read. */
  boolean hasSynced();

  /**
   * Returns the number of changes that the handler has seen. Merged notifications count as the
   * changes that they contain.
   */
  long handled();

  /** Lists all pods in the client's own class, reads a field of each, and returns their number. */
  int list();

  /** Closes the informer and its connections. */
  @Override
  void close();

  /**
   * Creates a client by name.
   *
   * @param kept the directory in which a client may keep its store between runs
   */
  static InformingClient of(String name, Target target, Row row, Path kept) {
    return switch (name) {
      case ListwatchInforming.NAME -> new ListwatchInforming(target, row, kept);
      case Fabric8Informing.NAME -> new Fabric8Informing(target, row);
      case OfficialInforming.NAME -> new OfficialInforming(target, row, SharedInformerFactory::new);
      case OfficialInforming.REPLACED ->
          new OfficialInforming(target, row, ListwatchInformerFactory::new);
      case BareReading.NAME -> new BareReading(target, row);
      default -> throw new IllegalArgumentException("client: " + name + " (expected: a known one)");
    };
  }
}
