package io.listwatch.testing;

import io.listwatch.testing.isolation.Isolation;
import io.listwatch.testing.seam.ServerInside;
import io.listwatch.testing.seam.ServerSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An API server in this JVM, in memory, on free ports of the loopback address: one without TLS,
 * where everybody is administrator, and if wanted one with it, where certificates say who asks.
 *
 * <p>The server and its libraries are invisible to the class path around it.
 *
 * <p>Thread-safe. Its threads are daemons.
 */
public final class TestServer implements AutoCloseable {
  private static final String DEFAULT_NAMESPACE = "default";
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  private final ServerInside server;
  private final String namespace;
  private final boolean shared;
  private final Runnable afterwards;
  private final Clients clients = new Clients();
  private final KubeconfigFile file = new KubeconfigFile();

  private TestServer(ServerInside server, String namespace, boolean shared, Runnable afterwards) {
    this.server = server;
    this.namespace = namespace;
    this.shared = shared;
    this.afterwards = afterwards;
  }

  /**
   * Starts a server without TLS that has no objects but the namespaces of every cluster. Deletions
   * are finished as in a cluster; namespaces get no service account or certificate by themselves.
   */
  public static TestServer start() {
    return builder().start();
  }

  /** Starts one with other settings. */
  public static TestServerBuilder builder() {
    return new TestServerBuilder();
  }

  static TestServer start(ServerSettings settings) {
    return of(Isolation.shared().start(settings));
  }

  static TestServer of(ServerInside server) {
    return new TestServer(server, DEFAULT_NAMESPACE, false, server::close);
  }

  /** The same server for somebody with a namespace of their own, which is deleted on close. */
  TestServer inNewNamespace() {
    String name = "test-" + NAMESPACES.incrementAndGet();
    server.createNamespace(name);
    return new TestServer(server, name, true, () -> server.deleteNamespace(name));
  }

  /** Where it serves without TLS. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  /**
   * Where it serves with TLS.
   *
   * @throws IllegalStateException if it does not
   */
  public URI secureAddress() {
    if (server.securePort() == 0) {
      throw new IllegalStateException("the server was started without TLS");
    }
    return URI.create("https://127.0.0.1:" + server.securePort());
  }

  /** The namespace that the test works in unless it says otherwise. */
  public String namespace() {
    return namespace;
  }

  /** An administrator's configuration as the text of a file: with TLS if the server has it. */
  public String kubeconfig() {
    return server.kubeconfig(namespace);
  }

  /** The same as a file, which is deleted on close. */
  public Path kubeconfigFile() {
    return file.with(kubeconfig());
  }

  /**
   * An administrator's client of this server, the same each time, closed with it.
   *
   * @param type one of a library that the test has: {@code io.listwatch.client.ApiClient}, {@code
   *     io.fabric8.kubernetes.client.KubernetesClient} or {@code
   *     io.kubernetes.client.openapi.ApiClient}
   */
  public <T> T client(Class<T> type) {
    return clients.of(type, this::kubeconfig);
  }

  /**
   * Creates objects, or changes those that there are. They are in {@link #namespace} unless they
   * say otherwise.
   *
   * @param manifest in YAML or JSON, as many as one likes; what they define is served when this
   *     returns
   */
  public void apply(String manifest) {
    server.apply(namespace, manifest);
  }

  /** Takes what there is now for what {@link #reset} comes back to. */
  public void keep() {
    requireOwn();
    server.keep();
  }

  /**
   * Brings back what there was at the start, or when it was last told to {@linkplain #keep keep}
   * that: everything else is deleted at once, finalizers or not. Versions go on, and watches hear
   * of it as of any deletion.
   *
   * @throws IllegalStateException if others share the server
   */
  public void reset() {
    requireOwn();
    server.reset();
  }

  private void requireOwn() {
    if (shared) {
      throw new IllegalStateException(
          "the server is shared by all tests of this JVM (expected: one of the class or the"
              + " method); what is in the namespace of the test goes with it");
    }
  }

  /** The last requests and the last changes, as lines. */
  public List<String> journal() {
    return server.journal();
  }

  /**
   * The watches that somebody still holds after the clients that were made here have been closed.
   */
  List<String> abandonedWatches(Duration patience) {
    clients.close();
    return server.openWatches(patience);
  }

  /** What can go wrong, when the test wants it to. */
  public Faults faults() {
    return new Faults(server::fault);
  }

  @Override
  public void close() {
    clients.close();
    file.delete();
    afterwards.run();
  }
}
