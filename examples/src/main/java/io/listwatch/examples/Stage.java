package io.listwatch.examples;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerOptions;
import io.listwatch.model.ResourceType;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.trace.Trace;
import java.io.PrintStream;
import java.net.URI;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The environment of an example: an empty API server in this process, a client of it, and an
 * output.
 *
 * <p>Not thread-safe, except {@link #say} and the objects that its methods return.
 */
final class Stage implements AutoCloseable {
  /** Excludes the controllers that create default objects, which would only distract. */
  private static final ControllerSettings CONTROLLERS =
      ControllerSettings.ALL
          .without(BuiltInController.NAMESPACE_DEFAULTS)
          .without(BuiltInController.CLUSTER_DEFAULTS)
          .withDefaultAccounts()
          .withoutWorkloadWarnings();

  private final PrintStream out;
  private final Timers timers;
  private final Trace trace;
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private ApiServer server = serve(0);
  private final ApiClient client = ApiClient.of(ClientConfig.of(address()));

  private Stage(PrintStream out, Timers timers, Trace trace) {
    this.out = out;
    this.timers = timers;
    this.trace = trace;
  }

  /**
   * Starts a server and a client.
   *
   * @param timers for waits by which examples simulate work
   */
  static Stage open(PrintStream out, Timers timers, Trace trace) {
    return new Stage(out, timers, trace);
  }

  private ApiServer serve(int port) {
    return ApiServer.start(
        storage, ApiServerConfig.open(port).with(config -> config.controllers(CONTROLLERS)));
  }

  void say(String format, @Nullable Object... arguments) {
    out.printf(format + "%n", arguments);
  }

  Timers timers() {
    return timers;
  }

  /** Returns the trace, which does nothing unless {@code --trace} is given. */
  Trace trace() {
    return trace;
  }

  /** Returns the server's address, which accepts every client on this machine. */
  URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  ApiClient client() {
    return client;
  }

  /** Returns a factory of informers with tracing. */
  InformerFactory informers(ResourceType type) {
    return informers(type, options -> {});
  }

  InformerFactory informers(ResourceType type, Consumer<InformerOptions.Builder> changes) {
    return InformerFactory.builder(trace.source(client::listerWatcher))
        .options(type, options -> options.listener(trace.listener(type.plural())))
        .options(type, changes)
        .build();
  }

  /**
   * Stops the server, makes a change through another server, compacts the history, and restarts the
   * server on the same port. Clients see neither the change nor its history.
   */
  void outage(Change change) throws InterruptedException {
    int port = server.port();
    server.close();
    try (ApiServer other = serve(0);
        ApiClient unseen =
            ApiClient.of(ClientConfig.of(URI.create("http://127.0.0.1:" + other.port())))) {
      change.make(unseen);
    }
    long now = storage.currentRevision().toCompletableFuture().join();
    storage.compact(now).toCompletableFuture().join();
    server = serve(port);
  }

  @Override
  public void close() {
    client.close();
    server.close();
    storage.close();
  }

  /** A change of objects. */
  @FunctionalInterface
  interface Change {
    void make(ApiClient client) throws InterruptedException;
  }
}
