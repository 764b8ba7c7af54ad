package io.listwatch.client;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.client.http.ApiResponse;
import io.listwatch.client.http.HttpTransport;
import io.listwatch.client.warm.StoreDirectory;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.OptionsModifier;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one API server, as one user.
 *
 * <p>Thread-safe; a program needs one for each server and user. Calls block their caller's thread,
 * for a bounded time, and fail with {@link io.listwatch.model.ApiException}s. Closing the client
 * closes everything that it created, informers included.
 */
public final class ApiClient implements AutoCloseable {
  private static final ResourceType NAMESPACES =
      ResourceType.cluster("v1", "Namespace", "namespaces");

  private final ClientConfig config;
  private final HttpTransport transport;
  private final ClusterIdentity identity;
  private final Set<InformerFactory> factories = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  private ApiClient(ClientConfig config, Timers timers) {
    this.config = config;
    this.transport = new HttpTransport(config, timers);
    this.identity = new ClusterIdentity(config, resources(NAMESPACES));
  }

  public static ApiClient of(ClientConfig config) {
    return of(config, Timers.system());
  }

  /** Creates a client with its own clock, which times out and retries calls. */
  public static ApiClient of(ClientConfig config, Timers timers) {
    return new ApiClient(config, timers);
  }

  public ClientConfig config() {
    return config;
  }

  /** Sends any request and returns the whole response body. */
  public byte[] call(ApiRequest request) throws InterruptedException {
    return transport.send(request).bytes();
  }

  /** Sends any request and returns a response that is read as it arrives. The caller closes it. */
  public ApiResponse send(ApiRequest request) throws InterruptedException {
    return transport.send(request);
  }

  /**
   * Returns a client of the objects of a type, as plain resources, in the configured namespace if
   * the type is namespaced.
   */
  public ResourceClient<Resource> resources(ResourceType type) {
    return resources(type, ObjectCodec.raw());
  }

  /**
   * Returns a client of the objects of a type, as the user's class, in the configured namespace if
   * the type is namespaced.
   */
  public <T> ResourceClient<T> resources(ResourceType type, ObjectCodec<T> codec) {
    String namespace = type.scope() == Scope.NAMESPACED ? config.namespace() : null;
    return new ResourceClient<>(transport, codec, ResourceScope.of(type, namespace));
  }

  /**
   * Lists and watches a collection.
   *
   * @param namespace null for all
   */
  public HttpListerWatcher listerWatcher(ResourceType type, @Nullable String namespace) {
    return listerWatcher(type, namespace, OptionsModifier.NOTHING);
  }

  /** Lists and watches a collection, with a modifier for the options of each request. */
  public HttpListerWatcher listerWatcher(
      ResourceType type, @Nullable String namespace, OptionsModifier modifier) {
    return new HttpListerWatcher(transport, type, namespace, ObjectForm.WHOLE, modifier);
  }

  /** Returns a factory of informers of this server's objects, with default options. */
  public InformerFactory informers() {
    return informers(builder -> {});
  }

  /**
   * Returns a factory of informers of this server's objects. Closing this client closes the
   * factory, too.
   */
  public InformerFactory informers(Consumer<InformerFactory.Builder> options) {
    return factory(ObjectForm.WHOLE, options);
  }

  /**
   * Returns a factory of informers that save their stores in a directory, so that the next run of
   * the program resumes from there instead of listing everything. The files contain the objects,
   * secrets included.
   *
   * @param directory created if it does not exist; must not be accessible to group or others
   */
  public InformerFactory informers(Path directory, Consumer<InformerFactory.Builder> options) {
    return factory(ObjectForm.WHOLE, keptIn(directory, ObjectForm.WHOLE).andThen(options));
  }

  /**
   * Returns a factory of informers of this server's objects as {@code PartialObjectMetadata}:
   * enough for owners, labels and deletions, at a fraction of the size.
   */
  public InformerFactory metadataInformers(Consumer<InformerFactory.Builder> options) {
    return factory(ObjectForm.METADATA, options);
  }

  /** Like {@link #metadataInformers(Consumer)}, with stores saved in a directory. */
  public InformerFactory metadataInformers(
      Path directory, Consumer<InformerFactory.Builder> options) {
    return factory(ObjectForm.METADATA, keptIn(directory, ObjectForm.METADATA).andThen(options));
  }

  private Consumer<InformerFactory.Builder> keptIn(Path directory, ObjectForm form) {
    var keeper = new StoreDirectory(directory, form.name(), identity, transport.timers());
    return builder -> builder.options(options -> options.keeper(keeper));
  }

  private InformerFactory factory(ObjectForm form, Consumer<InformerFactory.Builder> options) {
    InformerFactory.Builder builder = InformerFactory.builder(new HttpSources(transport, form));
    builder.options(each -> each.metrics(config.metrics()));
    options.accept(builder);
    InformerFactory factory = builder.build();
    factories.removeIf(InformerFactory::closed);
    factories.add(factory);
    // close() sets the flag before it reads the factories, so at least one of the two closes this
    // one.
    if (closed) {
      factory.close();
    }
    return factory;
  }

  /** True if {@link #close} has been called. */
  public boolean closed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    factories.forEach(InformerFactory::close);
    transport.close();
  }
}
