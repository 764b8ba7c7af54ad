package io.listwatch.client.config;

import io.listwatch.client.tls.TlsSettings;
import io.listwatch.metrics.Metrics;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The address of an API server, the credentials, and the settings of a client.
 *
 * <p>Immutable. Created by a {@link Kubeconfig}, by {@link InCluster}, or by {@link #of}; {@link
 * #with} changes settings.
 */
public final class ClientConfig {
  private final URI server;
  private final TlsSettings tls;
  private final Credentials credentials;
  private final Impersonation impersonation;
  private final @Nullable URI proxy;
  private final String namespace;
  private final String userAgent;
  private final boolean compression;
  private final Duration callTimeout;
  private final int maxRetries;
  private final @Nullable RateLimit rateLimit;
  private final @Nullable HostBackoff hostBackoff;
  private final WarningHandler warnings;
  private final Metrics metrics;
  private final RequestObserver observer;

  private ClientConfig(Builder builder) {
    server = builder.server;
    tls = builder.tls;
    credentials = builder.credentials;
    impersonation = builder.impersonation;
    proxy = builder.proxy;
    namespace = builder.namespace;
    userAgent = builder.userAgent;
    compression = builder.compression;
    callTimeout = builder.callTimeout;
    maxRetries = builder.maxRetries;
    rateLimit = builder.rateLimit;
    hostBackoff = builder.hostBackoff;
    warnings = builder.warnings;
    metrics = builder.metrics;
    observer = builder.observer;
  }

  /** Returns a server without credentials. */
  public static ClientConfig of(URI server) {
    return new Builder(server).build();
  }

  /**
   * Returns the current context of the kubeconfig, or the in-cluster configuration if there is no
   * such file.
   *
   * @throws IllegalStateException if there is neither
   */
  public static ClientConfig detect() {
    return detect(Kubeconfig.load().orElse(null), InCluster::config);
  }

  static ClientConfig detect(@Nullable Kubeconfig file, Supplier<ClientConfig> cluster) {
    if (file != null) {
      return file.config();
    }
    try {
      return cluster.get();
    } catch (IllegalStateException none) {
      throw new IllegalStateException(
          "kubeconfig: none (expected: a file that KUBECONFIG names, or else ~/.kube/config); "
              + none.getMessage(),
          none);
    }
  }

  /** Returns a copy with other settings. */
  public ClientConfig with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Returns the server's URL, perhaps with a base path, without a slash at the end. */
  public URI server() {
    return server;
  }

  public TlsSettings tls() {
    return tls;
  }

  public Credentials credentials() {
    return credentials;
  }

  public Impersonation impersonation() {
    return impersonation;
  }

  public Optional<URI> proxy() {
    return Optional.ofNullable(proxy);
  }

  /** Returns the default namespace. */
  public String namespace() {
    return namespace;
  }

  public String userAgent() {
    return userAgent;
  }

  /** True if responses may be compressed. */
  public boolean compression() {
    return compression;
  }

  /**
   * Timeout of a call, including retries. For lists and watches it is the time until the response
   * begins, and for lists also the maximum time without data.
   */
  public Duration callTimeout() {
    return callTimeout;
  }

  /**
   * Maximum number of retries of a call, which the server asks for or a broken connection causes.
   */
  public int maxRetries() {
    return maxRetries;
  }

  public Optional<RateLimit> rateLimit() {
    return Optional.ofNullable(rateLimit);
  }

  public Optional<HostBackoff> hostBackoff() {
    return Optional.ofNullable(hostBackoff);
  }

  public WarningHandler warnings() {
    return warnings;
  }

  /** Metrics of calls, and of informers by default. */
  public Metrics metrics() {
    return metrics;
  }

  /** Returns the observer of requests, such as a tracer. */
  public RequestObserver observer() {
    return observer;
  }

  /** Returns the address only: the credentials are secret. */
  @Override
  public String toString() {
    return server.toString();
  }

  /** A client-side rate limit for calls other than watches; none by default. */
  public record RateLimit(double perSecond, int burst) {}

  /** Exponential backoff of all calls while the server is overloaded. */
  public record HostBackoff(Duration first, Duration longest) {}

  /** Builds a {@link ClientConfig}. */
  public static final class Builder {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    private URI server;
    private TlsSettings tls = TlsSettings.DEFAULT;
    private Credentials credentials = Credentials.NONE;
    private Impersonation impersonation = Impersonation.NONE;
    private @Nullable URI proxy;
    private String namespace = "default";
    private String userAgent = UserAgent.defaultText();
    private boolean compression = true;
    private Duration callTimeout = DEFAULT_TIMEOUT;
    private int maxRetries = 10;
    private @Nullable RateLimit rateLimit;
    private @Nullable HostBackoff hostBackoff;
    private WarningHandler warnings = WarningHandler.log();
    private Metrics metrics = Metrics.none();
    private RequestObserver observer = RequestObserver.none();

    private Builder(URI server) {
      this.server = ServerAddress.of(server);
    }

    private Builder(ClientConfig config) {
      server = config.server;
      tls = config.tls;
      credentials = config.credentials;
      impersonation = config.impersonation;
      proxy = config.proxy;
      namespace = config.namespace;
      userAgent = config.userAgent;
      compression = config.compression;
      callTimeout = config.callTimeout;
      maxRetries = config.maxRetries;
      rateLimit = config.rateLimit;
      hostBackoff = config.hostBackoff;
      warnings = config.warnings;
      metrics = config.metrics;
      observer = config.observer;
    }

    public Builder server(URI newServer) {
      server = ServerAddress.of(newServer);
      return this;
    }

    public Builder tls(TlsSettings newTls) {
      tls = newTls;
      return this;
    }

    public Builder credentials(Credentials newCredentials) {
      credentials = newCredentials;
      return this;
    }

    /** Authenticates with this bearer token. */
    public Builder token(String token) {
      return credentials(Credentials.always(Credential.bearer(token)));
    }

    public Builder impersonation(Impersonation newImpersonation) {
      impersonation = newImpersonation;
      return this;
    }

    /** Uses an HTTP proxy; null for none. */
    public Builder proxy(@Nullable URI newProxy) {
      proxy = newProxy == null ? null : ServerAddress.ofProxy(newProxy);
      return this;
    }

    /**
     * Uses the proxy named by {@code HTTPS_PROXY}, or {@code HTTP_PROXY} for a server without TLS,
     * unless {@code NO_PROXY} lists the server. A kubeconfig and the in-cluster configuration do
     * this by themselves.
     */
    public Builder proxyFromEnvironment() {
      return proxyFrom(System.getenv());
    }

    Builder proxyFrom(Map<String, String> environment) {
      return proxy(EnvironmentProxies.of(environment).proxy(server).orElse(null));
    }

    public Builder namespace(String newNamespace) {
      namespace = newNamespace;
      return this;
    }

    public Builder userAgent(String newUserAgent) {
      userAgent = newUserAgent;
      return this;
    }

    public Builder compression(boolean newCompression) {
      compression = newCompression;
      return this;
    }

    public Builder callTimeout(Duration newCallTimeout) {
      if (newCallTimeout.isNegative() || newCallTimeout.isZero()) {
        throw new IllegalArgumentException(
            "callTimeout: " + newCallTimeout + " (expected: more than 0)");
      }
      callTimeout = newCallTimeout;
      return this;
    }

    public Builder maxRetries(int newMaxRetries) {
      maxRetries = Math.max(0, newMaxRetries);
      return this;
    }

    public Builder rateLimit(double perSecond, int burst) {
      rateLimit = new RateLimit(perSecond, burst);
      return this;
    }

    public Builder hostBackoff(Duration first, Duration longest) {
      hostBackoff = new HostBackoff(first, longest);
      return this;
    }

    public Builder warnings(WarningHandler newWarnings) {
      warnings = newWarnings;
      return this;
    }

    public Builder metrics(Metrics newMetrics) {
      metrics = newMetrics;
      return this;
    }

    /** Sets the observer of requests; none by default. */
    public Builder observer(RequestObserver newObserver) {
      observer = newObserver;
      return this;
    }

    private ClientConfig build() {
      return new ClientConfig(this);
    }
  }
}
