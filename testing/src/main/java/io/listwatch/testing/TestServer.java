package io.listwatch.testing;

import io.listwatch.testing.isolation.Isolation;
import io.listwatch.testing.seam.IsolatedServer;
import io.listwatch.testing.seam.ServerSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * An API server in this JVM, in memory, on free ports of the loopback address. The port without TLS
 * treats every client as administrator. The optional TLS port authenticates client certificates.
 *
 * <p>The server and its libraries are not on the test's class path.
 *
 * <p>Thread-safe. Its threads are daemons.
 */
public final class TestServer implements AutoCloseable {
  private static final String DEFAULT_NAMESPACE = "default";
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  private final IsolatedServer server;
  private final String namespace;
  private final boolean shared;
  private final Runnable onClose;
  private final Clients clients = new Clients();
  private final KubeconfigFile file = new KubeconfigFile();

  private TestServer(IsolatedServer server, String namespace, boolean shared, Runnable onClose) {
    this.server = server;
    this.namespace = namespace;
    this.shared = shared;
    this.onClose = onClose;
  }

  /**
   * Starts a server without TLS whose only objects are the namespaces that every cluster has. It
   * empties deleted namespaces and collects garbage as a cluster does, but creates no service
   * account or {@code kube-root-ca.crt} in new namespaces.
   */
  public static TestServer start() {
    return builder().start();
  }

  /** Returns a builder, for a server with other settings. */
  public static TestServerBuilder builder() {
    return new TestServerBuilder();
  }

  static TestServer start(ServerSettings settings) {
    return of(Isolation.shared().start(settings));
  }

  static TestServer of(IsolatedServer server) {
    return new TestServer(server, DEFAULT_NAMESPACE, false, server::close);
  }

  /** Returns a view of this server with a new namespace, which is deleted on close. */
  TestServer inNewNamespace() {
    String name = "test-" + NAMESPACES.incrementAndGet();
    server.createNamespace(name);
    return new TestServer(server, name, true, () -> server.deleteNamespace(name));
  }

  /** Returns the URL of the port without TLS. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  /**
   * Returns the URL of the TLS port.
   *
   * @throws IllegalStateException if the server was started without TLS
   */
  public URI secureAddress() {
    if (server.securePort() == 0) {
      throw new IllegalStateException(
          "TLS: off (expected: a server started with TLS, by tls or rbac)");
    }
    return URI.create("https://127.0.0.1:" + server.securePort());
  }

  /** Returns the default namespace of this server's clients and of {@link #apply}. */
  public String namespace() {
    return namespace;
  }

  /** Returns an administrator's kubeconfig as a string. It uses TLS if the server does. */
  public String kubeconfig() {
    return server.kubeconfig(namespace);
  }

  /** Returns a file with the {@link #kubeconfig}. It is deleted on close. */
  public Path kubeconfigFile() {
    return file.with(kubeconfig());
  }

  /**
   * Returns an administrator's client of this server. Each call with the same type returns the same
   * client, or a new one if that has been closed. Closing the server closes it.
   *
   * @param type of a library on the test's class path: {@code io.listwatch.client.ApiClient},
   *     {@code io.fabric8.kubernetes.client.KubernetesClient} or {@code
   *     io.kubernetes.client.openapi.ApiClient}
   */
  public <T> T client(Class<T> type) {
    return clients.of("", type, this::kubeconfig);
  }

  /**
   * Returns a client that is authenticated as a user, and may do no more than the user's roles
   * allow. Each call with the same user and type returns the same client, or a new one if that has
   * been closed. Closing the server closes it.
   *
   * @param user such as {@code jane}, or a service account: {@code system:serviceaccount:NS:NAME}
   * @param type as for {@link #client}
   * @throws IllegalStateException if the server was started without {@link TestServerBuilder#rbac}
   */
  public <T> T clientAs(String user, Class<T> type) {
    return clients.of(user, type, () -> kubeconfigAs(user));
  }

  /**
   * Returns the kubeconfig of a user as a string. A service account is in the groups of service
   * accounts.
   *
   * @param groups further groups of the user
   * @throws IllegalStateException if the server was started without {@link TestServerBuilder#rbac}
   */
  public String kubeconfigAs(String user, String... groups) {
    return server.kubeconfigAs(user, List.of(groups), namespace);
  }

  /**
   * Creates or updates the objects of a manifest by server-side apply. {@link #namespace} is the
   * default for namespaced objects. Custom resources that the manifest defines are served when this
   * method returns.
   *
   * @param manifest YAML or JSON, with any number of objects
   */
  public void apply(String manifest) {
    server.apply(namespace, manifest);
  }

  /**
   * Makes the current objects the state to which {@link #reset} returns.
   *
   * @throws IllegalStateException if the server is shared by all tests of the JVM
   */
  public void keep() {
    requireOwn();
    server.keep();
  }

  /**
   * Restores the state after the start, or that of the last {@link #keep}. Other objects are
   * deleted at once, regardless of finalizers, webhooks of tests are removed, and pods follow their
   * annotations instead of {@link #behavior}. Resource versions continue to rise, and watches see
   * the changes as events.
   *
   * @throws IllegalStateException if the server is shared by all tests of the JVM
   */
  public void reset() {
    requireOwn();
    server.reset();
  }

  private void requireOwn() {
    if (shared) {
      throw new IllegalStateException(
          "the server is shared by all tests of this JVM (expected: scope CLASS or METHOD);"
              + " the test's own namespace is deleted after the test");
    }
  }

  /**
   * Returns the last 200 requests and the last 200 changes, one per line. A line {@code -- name --}
   * precedes those of each test.
   */
  public List<String> journal() {
    return server.journal();
  }

  /** Adds a line to the journal, such as the name of the test that begins. */
  void mark(String title) {
    server.mark(title);
  }

  /** Returns the journal as an HTML page. */
  String report(String title, String failure) {
    return server.report(title, failure);
  }

  /** Closes the clients created by this server and returns the watches that are open even so. */
  List<String> abandonedWatches(Duration patience) {
    clients.close();
    return server.openWatches(patience);
  }

  /**
   * Chooses what pods do on the simulated nodes, from their next step on. The function gets a pod
   * as maps, lists and scalars, and returns a behavior such as {@code never-ready}, {@code
   * ready-after=30s}, {@code crash-loop} or {@code exit=1}. An empty string leaves the choice to
   * the pod's annotation {@code workloads.listwatch.io/behavior}. Threads of the server call it.
   *
   * @throws IllegalStateException if the server was started without {@link
   *     TestServerBuilder#workloads}
   */
  public void behavior(Function<? super Map<String, Object>, String> behavior) {
    server.behavior(behavior);
  }

  /** Returns the faults that a test can inject. */
  public Faults faults() {
    return new Faults(server::fault);
  }

  /** Returns the admission webhooks that a test can register. */
  public Admission admission() {
    return new Admission(server, shared ? namespace : "");
  }

  @Override
  public void close() {
    clients.close();
    file.delete();
    onClose.run();
  }
}
