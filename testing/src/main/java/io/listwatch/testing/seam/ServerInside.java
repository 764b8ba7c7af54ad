package io.listwatch.testing.seam;

import java.time.Duration;
import java.util.List;

/**
 * A running server on the far side of the wall.
 *
 * <p>Thread-safe. What goes wrong is an {@code IllegalStateException} or an {@code
 * IllegalArgumentException}: the server's own exceptions are not known on this side.
 */
public interface ServerInside extends AutoCloseable {
  /** Where it serves without TLS. */
  int port();

  /** Where it serves with TLS; 0 if it does not. */
  int securePort();

  /**
   * An administrator's configuration, as the text of a file: with TLS if the server has it.
   *
   * @param namespace that its user works in
   */
  String kubeconfig(String namespace);

  /**
   * Creates the objects of some YAML, or changes those that there are to it. What they define is
   * served when this returns.
   *
   * @param namespace of those objects that have one and do not say which
   */
  void apply(String namespace, String manifest);

  /** Takes what there is now for what {@link #reset} comes back to. */
  void keep();

  /** Goes back to what there was when it was last told to keep that. Watches hear of it. */
  void reset();

  void createNamespace(String name);

  /** Begins to delete a namespace with all that is in it; does not wait. */
  void deleteNamespace(String name);

  /**
   * What was asked of it and what changed, oldest first, as lines: the end of it, if it is long.
   */
  List<String> journal();

  /**
   * The watches that clients still hold, as lines.
   *
   * @param patience how long to wait for them to let go
   */
  List<String> openWatches(Duration patience);

  /** Carries out a command about what is to go wrong, and answers it; both are JSON. */
  String fault(String command);

  @Override
  void close();
}
