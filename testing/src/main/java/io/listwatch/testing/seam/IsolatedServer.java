package io.listwatch.testing.seam;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A running server in the isolated class loader.
 *
 * <p>Thread-safe. Failures are {@code IllegalStateException} or {@code IllegalArgumentException},
 * because the caller's class loader does not have the server's own exceptions.
 */
public interface IsolatedServer extends AutoCloseable {
  /** Returns the port without TLS. */
  int port();

  /** Returns the TLS port, or 0 if the server has none. */
  int securePort();

  /**
   * Returns an administrator's kubeconfig as a string. It uses TLS if the server does.
   *
   * @param namespace the default namespace in it
   */
  String kubeconfig(String namespace);

  /**
   * Returns a kubeconfig of a user as a string.
   *
   * @param namespace the default namespace in it
   * @throws IllegalStateException if the server does not authorize by roles
   */
  String kubeconfigAs(String user, List<String> groups, String namespace);

  /**
   * Creates or updates the objects of a YAML manifest. Custom resources that it defines are served
   * when this method returns.
   *
   * @param namespace of namespaced objects that name none
   */
  void apply(String namespace, String manifest);

  /** Makes the current objects the state to which {@link #reset} returns. */
  void keep();

  /** Restores the kept state. Watches see the changes as events. */
  void reset();

  void createNamespace(String name);

  /** Starts deleting a namespace with its content, and does not wait for the end. */
  void deleteNamespace(String name);

  /** Adds a line to the requests and to the changes of the {@link #journal}. */
  void mark(String title);

  /** Returns the recent requests and then the recent changes, oldest first, one per line. */
  List<String> journal();

  /**
   * Returns the journal as an HTML page that needs no other file and no server. Values of Secrets
   * and tokens are masked.
   *
   * @param failure the message of the test's exception
   */
  String report(String title, String failure);

  /**
   * Returns the watches that clients hold open, one per line.
   *
   * @param patience time to wait for clients to close them
   */
  List<String> openWatches(Duration patience);

  /**
   * Registers an admission webhook.
   *
   * @param resource such as {@code pods} or {@code deployments.apps/scale}
   * @param namespace that it is limited to; empty for all
   * @return the task that removes it
   */
  Runnable admission(boolean mutating, String resource, String namespace, ReviewFunction webhook);

  /**
   * Chooses what pods do; see {@code TestServer.behavior}.
   *
   * @throws IllegalStateException if the server was started without workloads
   */
  void behavior(Function<? super Map<String, Object>, String> behavior);

  /** Executes a JSON command of the fault control and returns its JSON response. */
  String fault(String command);

  @Override
  void close();
}
