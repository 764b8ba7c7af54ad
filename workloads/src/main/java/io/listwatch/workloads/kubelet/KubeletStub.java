package io.listwatch.workloads.kubelet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.listwatch.informer.Informer;
import io.listwatch.model.ResourceKey;
import io.listwatch.time.Timers;
import io.listwatch.workloads.node.NodeOutages;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * The HTTPS endpoint of all simulated nodes, on a free port of the loopback address. It serves the
 * logs of their pods as the kubelet does, and rejects everything that needs a process.
 *
 * <p>Thread-safe. Every request has a thread until its response is complete.
 */
public final class KubeletStub implements AutoCloseable {
  /** The maximum number of logs that are followed at a time. */
  static final int MAX_FOLLOWED = 32;

  private static final int NOT_IMPLEMENTED = 501;
  private static final int TOO_MANY_REQUESTS = 429;

  /** The index of the container in {@code /containerLogs/NAMESPACE/POD/CONTAINER}. */
  private static final int CONTAINER = 4;

  private static final List<String> PROCESSES =
      List.of("exec", "attach", "portForward", "run", "cri");

  private final Informer<ApiObject> pods;
  private final Function<ApiObject, PodBehavior> behaviors;
  private final NodeOutages outages;
  private final Timers timers;
  private final Semaphore followed = new Semaphore(MAX_FOLLOWED);
  private final StubThreads threads = new StubThreads();
  private final HttpsServer server;

  private KubeletStub(
      Informer<ApiObject> pods,
      Function<ApiObject, PodBehavior> behaviors,
      NodeOutages outages,
      Timers timers,
      HttpsServer server) {
    this.pods = pods;
    this.behaviors = behaviors;
    this.outages = outages;
    this.timers = timers;
    this.server = server;
  }

  /**
   * Starts listening.
   *
   * @param pods has the pods of all simulated nodes
   * @param outages the nodes that do not respond
   */
  public static KubeletStub start(
      Informer<ApiObject> pods,
      Function<ApiObject, PodBehavior> behaviors,
      NodeOutages outages,
      Timers timers) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try {
      HttpsServer server = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
      server.setHttpsConfigurator(
          new HttpsConfigurator(StubCertificate.tls(loopback.getHostAddress(), timers.now())));
      var stub = new KubeletStub(pods, behaviors, outages, timers, server);
      server.setExecutor(stub.threads);
      server.createContext("/", stub::handle);
      stub.listen();
      return stub;
    } catch (IOException e) {
      throw new UncheckedIOException("the simulated nodes cannot listen", e);
    }
  }

  /**
   * Starts the server in a thread of {@link StubThreads}: the server's own thread is a daemon if
   * the thread that starts it is one.
   */
  private void listen() {
    Thread starter = StubThreads.thread(server::start);
    starter.start();
    boolean interrupted = false;
    while (starter.isAlive()) {
      try {
        starter.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns where the stub listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      List<String> path = List.of(exchange.getRequestURI().getPath().split("/", -1));
      String first = path.size() > 1 ? path.get(1) : "";
      boolean complete = path.size() == CONTAINER + 1 && path.lastIndexOf("") == 0;
      if (first.equals("containerLogs") && complete) {
        log(exchange, ResourceKey.of(path.get(2), path.get(3)), path.get(CONTAINER));
      } else if (PROCESSES.contains(first)) {
        respond(
            exchange,
            NOT_IMPLEMENTED,
            first + " is not supported: no process runs on a simulated node");
      } else {
        respond(exchange, 404, "404 page not found");
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static void respond(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  private void log(HttpExchange exchange, ResourceKey pod, String container)
      throws IOException, InterruptedException {
    if (pods.get(pod).filter(each -> outages.has(Pods.node(each.get()))).isPresent()) {
      // The connection ends without a response: the node is gone.
      return;
    }
    try {
      LogQuery query = LogQuery.parse(exchange.getRequestURI().getRawQuery());
      var stream = new LogStream(pods, behaviors, timers, pod, container, query);
      ContainerLog log = stream.read();
      if (!query.follow()) {
        write(exchange, stream, log);
      } else if (followed.tryAcquire()) {
        try {
          write(exchange, stream, log);
        } finally {
          followed.release();
        }
      } else {
        throw new LogException(
            TOO_MANY_REQUESTS, "%d logs are followed already".formatted(MAX_FOLLOWED));
      }
    } catch (LogException rejected) {
      respond(exchange, rejected.code(), rejected.text());
    }
  }

  private static void write(HttpExchange exchange, LogStream stream, ContainerLog log)
      throws IOException, InterruptedException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(200, 0);
    OutputStream body = exchange.getResponseBody();
    stream.write(log, body);
    body.close();
  }

  /** Stops listening and ends all responses. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
