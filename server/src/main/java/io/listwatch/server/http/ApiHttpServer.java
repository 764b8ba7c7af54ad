package io.listwatch.server.http;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.util.TransportType;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerPort;
import com.linecorp.armeria.server.ServerTlsConfig;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.RequestAuthenticator;
import io.listwatch.server.fairness.FlowControl;
import io.listwatch.server.http.encoding.DeltaMeters;
import io.listwatch.server.http.encoding.KeptMessages;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.handler.ResourceRoutes;
import io.listwatch.server.http.handler.VerbHandlers;
import io.listwatch.server.http.interference.InterferedHandler;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.page.ApiDocuments;
import io.listwatch.server.http.page.HealthCheck;
import io.listwatch.server.http.page.NonResourcePaths;
import io.listwatch.server.http.page.WebPages;
import io.listwatch.server.http.review.Reviews;
import io.listwatch.server.http.watch.OpenWatches;
import io.listwatch.server.http.watch.WatchHandler;
import io.listwatch.server.http.watch.WatchMeters;
import io.listwatch.server.http.watch.WatchesDocument;
import io.listwatch.server.http.watch.WebSocketUpgrade;
import io.listwatch.server.kubelet.KubeletClient;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.ClientAuth;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server of the API, from {@link #start} to {@link #close}.
 *
 * <p>Thread-safe. Owns its event loops.
 */
public final class ApiHttpServer implements AutoCloseable {
  /** The part of the heap that exempt requests may take together. */
  private static final int EXEMPT_PART = 8;

  /** The time for clients to read the end of their connections after the shutdown timeout. */
  private static final Duration CLOSE_HANDSHAKE = Duration.ofSeconds(2);

  /**
   * The maximum wait for the end of connections that are closed without waiting for their clients.
   */
  private static final Duration MAX_STOP = Duration.ofSeconds(20);

  private static final Logger log = LoggerFactory.getLogger(ApiHttpServer.class);

  private final HttpServerSettings settings;
  private final OpenWatches openWatches;
  private final OpenConnections openConnections = new OpenConnections();
  private final RequestMeters meters;
  private final WatchMeters watchMeters;
  private final FlowControl flowControl;
  private final KubeletClient kubelets;
  private final EventLoopGroup eventLoops;
  private final Server server;

  private volatile boolean closing;

  /**
   * Loads the slow parts of Armeria ahead of the first server. A server that is created at the same
   * time waits for the loading thread: two threads that initialize classes which depend on each
   * other could deadlock.
   */
  public static void prepare() {
    var unused = Library.TRANSPORT;
  }

  /** Initialized once, by one thread. */
  private static final class Library {
    static final TransportType TRANSPORT = load();

    private static TransportType load() {
      var unusedTls = Flags.tlsEngineType();
      var unusedBuilder = Server.builder();
      return Flags.transportType();
    }
  }

  /**
   * Initializes Armeria's cryptography ahead of the first handshake, which would otherwise wait
   * until all elliptic curves of the library are set up. The library does that when it first reads
   * a private key, so this method reads one that is not used. A handshake at the same time waits.
   */
  public static void prepareHandshakes() {
    Identity identity = CertificateAuthority.create("unused", Instant.EPOCH).identity();
    TlsKeyPair unused =
        TlsKeyPair.of(stream(Pem.pkcs8(identity.key())), stream(Pem.of(identity.certificate())));
  }

  private static InputStream stream(String pem) {
    return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Creates a server that does not listen yet.
   *
   * @param identity called at each TLS handshake, so that the certificate can be renewed; null to
   *     serve without TLS, on this machine only
   */
  public ApiHttpServer(
      HttpServerSettings settings,
      @Nullable Supplier<TlsIdentity> identity,
      ResourceRegistry registry,
      ResourceVerbs verbs,
      ApiDocuments documents,
      RequestAuthenticator authenticator,
      Authorizer authorizer,
      HttpServerParts parts) {
    prepare();
    this.settings = settings;
    this.openWatches = new OpenWatches(parts.events());
    this.eventLoops = settings.newEventLoops();
    this.meters = new RequestMeters(registry, parts);
    this.watchMeters = new WatchMeters(parts.metrics());
    this.flowControl =
        new FlowControl(
            settings.maxSeats(),
            Runtime.getRuntime().maxMemory() / EXEMPT_PART,
            parts.timers(),
            parts.metrics());
    this.kubelets = new KubeletClient(parts.kubelets(), parts.timers());
    var failures = new Failures();
    var upgrade = new WebSocketUpgrade();
    var reviews = new Reviews(authenticator, authorizer, parts.timers());
    ServerBuilder builder = Server.builder();
    settings.configure(builder, eventLoops, openConnections);
    builder.bossGroupFactory(AcceptorLoop::create);
    listen(builder, settings, identity);
    builder.errorHandler(failures);
    WebPages pages = parts.webPages();
    if (pages != null) {
      WebFileService.addTo(builder, pages);
    }
    builder.serviceUnder(
        "/",
        new ApiService(
            new ResourceRoutes(
                registry, handlers(registry, verbs, reviews, parts, failures, upgrade)),
            new NonResourcePaths(
                documents,
                parts.checks().andReady(new HealthCheck("shutdown", () -> !closing)),
                parts.metricsPage(),
                parts.interference(),
                flowControl,
                documents(parts),
                parts.timers(),
                verbs.workers(),
                failures),
            new Access(authenticator, authorizer),
            failures,
            meters,
            new FlowFilter(flowControl, new RequestWork(registry, verbs), parts.timers()),
            new RequestAudits(parts.auditor(), parts.timers()),
            upgrade,
            parts.bodies(),
            verbs.workers(),
            pages != null,
            settings));
    this.server = builder.build();
  }

  private Map<String, DebugDocument> documents(HttpServerParts parts) {
    var documents = new HashMap<>(parts.documents());
    documents.put("watches", new WatchesDocument(openWatches));
    if (parts.webPages() != null) {
      documents.putAll(parts.webPages().documents());
    }
    return documents;
  }

  private VerbHandlers handlers(
      ResourceRegistry registry,
      ResourceVerbs verbs,
      Reviews reviews,
      HttpServerParts parts,
      Failures failures,
      WebSocketUpgrade upgrade) {
    Interference interference = parts.interference();
    var kept = KeptMessages.ofHeap(parts.timers());
    var watch =
        new WatchHandler(
            verbs,
            parts.timers(),
            openWatches,
            watchMeters,
            settings.bookmarkPeriod(),
            upgrade,
            settings.compressWatches(),
            kept,
            new DeltaMeters(parts.metrics()),
            interference);
    VerbHandlers handlers =
        VerbHandlers.of(
            registry,
            verbs,
            reviews,
            parts.timers(),
            failures,
            kept,
            watch,
            kubelets,
            parts.unattended());
    return interference == null ? handlers : InterferedHandler.all(handlers, interference);
  }

  private static void listen(
      ServerBuilder builder,
      HttpServerSettings settings,
      @Nullable Supplier<TlsIdentity> identity) {
    if (identity == null) {
      if (!settings.address().getAddress().isLoopbackAddress()) {
        throw new IllegalArgumentException(
            "address: %s without TLS (expected: a loopback address)".formatted(settings.address()));
      }
      builder.port(settings.address(), SessionProtocol.HTTP);
      return;
    }
    builder.port(settings.address(), SessionProtocol.HTTPS);
    // A client certificate is optional; a client without one may send a token.
    builder.tlsProvider(
        TlsIdentity.provider(identity),
        ServerTlsConfig.builder().clientAuth(ClientAuth.OPTIONAL).build());
    InetSocketAddress plain = settings.plainAddress();
    if (plain != null) {
      builder.port(plain, SessionProtocol.HTTP);
    }
  }

  /** Starts listening. Returns once clients can connect. */
  public void start() {
    try {
      server.start().join();
    } catch (CompletionException e) {
      throw failureToListen(e.getCause());
    }
  }

  /** Armeria's exception does not name the address. */
  private RuntimeException failureToListen(@Nullable Throwable cause) {
    if (!(cause instanceof IOException)) {
      return new IllegalStateException("the server cannot listen", cause);
    }
    InetSocketAddress plain = settings.plainAddress();
    return plain != null && isTaken(plain)
        ? new AddressInUseException(plain, cause)
        : new AddressInUseException(settings.address(), cause);
  }

  private static boolean isTaken(InetSocketAddress address) {
    try (var probe = new ServerSocket()) {
      probe.bind(address);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Returns the port of the main address. */
  public int port() {
    return server.activePorts().values().stream()
        .filter(this::isMain)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the server does not listen"))
        .localAddress()
        .getPort();
  }

  /** Returns the additional port without TLS. */
  public int plainPort() {
    return server.activePorts().values().stream()
        .filter(port -> port.hasHttp() && !port.hasHttps())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no plain port"))
        .localAddress()
        .getPort();
  }

  /** Compares ports, not addresses: a listener on 0.0.0.0 may be reported as one on ::. */
  private boolean isMain(ServerPort port) {
    return port.hasHttps() || server.activePorts().size() == 1;
  }

  /** Returns the number of watches that are being served. */
  public int openWatches() {
    return openWatches.count();
  }

  /** Returns the number of open connections. */
  int openConnections() {
    return openConnections.count();
  }

  /** Returns the priority levels, whose configuration the caller sets. */
  public FlowControl flowControl() {
    return flowControl;
  }

  /**
   * Stops listening, ends all watches cleanly, and waits for other requests up to the shutdown
   * timeout.
   */
  @Override
  public void close() {
    closing = true;
    openWatches.close();
    if (settings.closesQuickly()) {
      openConnections.closeAfter(settings.shutdownTimeout().dividedBy(10));
    }
    kubelets.close();
    stop();
    long grace = settings.shutdownTimeout().toMillis();
    eventLoops
        .shutdownGracefully(0, grace, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(grace, TimeUnit.MILLISECONDS);
    meters.close();
    watchMeters.close();
    flowControl.close();
  }

  /**
   * Waits for requests in progress, then closes the remaining connections: a client that reads
   * nothing must not keep the server from closing.
   */
  private void stop() {
    CompletableFuture<Void> stopped = server.stop();
    if (!awaitStop(stopped, settings.shutdownTimeout().plus(CLOSE_HANDSHAKE))) {
      openConnections.closeNow(MAX_STOP);
      if (!awaitStop(stopped, MAX_STOP)) {
        log.warn("The server has not stopped {} after its connections were closed.", MAX_STOP);
      }
    }
  }

  private static boolean awaitStop(CompletableFuture<Void> stopped, Duration limit) {
    try {
      Void unused = stopped.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the server cannot be stopped", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }
}
