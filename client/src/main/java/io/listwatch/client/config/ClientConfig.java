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
 * Where an API server is, who asks it, and how.
 *
 * <p>Immutable. Made by a {@link Kubeconfig}, by {@link InCluster}, or by {@link #of}; each differs
 * from another in what {@link #with} sets.
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
  }

  /** A server as everybody who can reach it sees it. */
  public static ClientConfig of(URI server) {
    return new Builder(server).build();
  }

  /**
   * The kubeconfig's current context, or where there is no such file, the cluster around us.
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

  /** A configuration that differs in what {@code changes} sets. */
  public ClientConfig with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Its address, with the path that everything is below, without a slash at the end. */
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

  /** Which namespace is meant where none is named. */
  public String namespace() {
    return namespace;
  }

  public String userAgent() {
    return userAgent;
  }

  /** Whether answers may be compressed. */
  public boolean compression() {
    return compression;
  }

  /**
   * How long a call may take, retries included; of lists and watches, how long until the answer
   * begins, and of lists how long it may then stand still.
   */
  public Duration callTimeout() {
    return callTimeout;
  }

  /** How often a call is repeated that the server asks to repeat. */
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

  /** Where calls, and informers unless they are told otherwise, are measured. */
  public Metrics metrics() {
    return metrics;
  }

  /** Where, not who: that is secret. */
  @Override
  public String toString() {
    return server.toString();
  }

  /** A limit on how many calls are made, watches not counted; nobody has one unless it is set. */
  public record RateLimit(double perSecond, int burst) {}

  /** How long to wait before any call after the server said that it has too much to do. */
  public record HostBackoff(Duration first, Duration longest) {}

  /** What may be set. */
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

    /** Asks as whoever has this token. */
    public Builder token(String token) {
      return credentials(Credentials.always(Credential.bearer(token)));
    }

    public Builder impersonation(Impersonation newImpersonation) {
      impersonation = newImpersonation;
      return this;
    }

    /** Goes through an HTTP proxy; null for none. */
    public Builder proxy(@Nullable URI newProxy) {
      proxy = newProxy == null ? null : ServerAddress.ofProxy(newProxy);
      return this;
    }

    /**
     * Goes through the proxy that {@code HTTPS_PROXY}, or for a server without TLS {@code
     * HTTP_PROXY}, names, unless {@code NO_PROXY} lists the server. What reads a kubeconfig or a
     * pod's environment does so by itself.
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

    private ClientConfig build() {
      return new ClientConfig(this);
    }
  }
}
