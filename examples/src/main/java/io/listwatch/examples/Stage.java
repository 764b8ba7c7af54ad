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
 * What an example plays on: an empty API server in this process, a client of it, and somewhere to
 * say what is seen.
 *
 * <p>Not thread-safe, but for what it hands out and {@link #say}.
 */
final class Stage implements AutoCloseable {
  /** Objects that come by themselves would only distract. */
  private static final ControllerSettings CONTROLLERS =
      ControllerSettings.ALL
          .without(BuiltInController.NAMESPACE_FURNITURE)
          .without(BuiltInController.CLUSTER_FURNITURE)
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
   * Opens a stage.
   *
   * @param timers what examples wait by when they pretend that something takes its time
   */
  static Stage open(PrintStream out, Timers timers, Trace trace) {
    return new Stage(out, timers, trace);
  }

  private ApiServer serve(int port) {
    return ApiServer.start(storage, ApiServerConfig.open(port).with(CONTROLLERS));
  }

  void say(String format, @Nullable Object... arguments) {
    out.printf(format + "%n", arguments);
  }

  Timers timers() {
    return timers;
  }

  /** Tells of every step of what it is put around; says nothing unless asked for. */
  Trace trace() {
    return trace;
  }

  /** Where the server is, for everybody on this machine. */
  URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  ApiClient client() {
    return client;
  }

  /** Informers of a type that can be traced. */
  InformerFactory informers(ResourceType type) {
    return informers(type, options -> {});
  }

  InformerFactory informers(ResourceType type, Consumer<InformerOptions> changes) {
    return InformerFactory.builder(trace.source(client::listerWatcher))
        .options(type, options -> options.listener(trace.listener(type.plural())))
        .options(type, changes)
        .build();
  }

  /**
   * Stops the server, has things happen behind everybody's back, forgets how they happened, and
   * starts the server again in its old place.
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

  /** Something that is done to the objects. */
  @FunctionalInterface
  interface Change {
    void make(ApiClient client) throws InterruptedException;
  }
}
