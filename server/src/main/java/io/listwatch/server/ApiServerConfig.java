package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.MastersAuthorizer;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.http.AuditLog;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.time.Timers;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an {@link ApiServer}, apart from its storage.
 *
 * @param identity the serving certificate and its key, read at each TLS handshake; null to serve
 *     without TLS, on this machine only
 * @param clientAuthorities the certificate authorities that client certificates are verified
 *     against
 * @param authenticator finds the user of a request
 * @param authorizer decides whether the user may do what the request asks for
 * @param controllers the built-in controllers that run
 */
public record ApiServerConfig(
    HttpServerSettings http,
    @Nullable Supplier<Identity> identity,
    List<X509Certificate> clientAuthorities,
    Authenticator authenticator,
    Authorizer authorizer,
    AuditLog audit,
    Metrics metrics,
    MetricsPage metricsPage,
    ControllerSettings controllers,
    Timers timers) {
  public ApiServerConfig {
    clientAuthorities = List.copyOf(clientAuthorities);
  }

  /** Returns the configuration of a server on loopback without TLS that allows every request. */
  public static ApiServerConfig open(int port) {
    return new ApiServerConfig(
        HttpServerSettings.onLoopback(port),
        null,
        List.of(),
        Authenticator.anonymous(),
        Authorizer.allowAll(),
        AuditLog.none(),
        Metrics.none(),
        () -> "",
        ControllerSettings.ALL,
        Timers.system());
  }

  /**
   * Returns the configuration of a server with TLS that allows only {@code system:masters} to
   * access resources.
   */
  public static ApiServerConfig secure(
      HttpServerSettings http,
      Supplier<Identity> identity,
      List<X509Certificate> clientAuthorities,
      Authenticator authenticator) {
    return open(0)
        .with(
            changes ->
                changes
                    .http(http)
                    .identity(identity)
                    .clientAuthorities(clientAuthorities)
                    .authenticator(authenticator)
                    .authorizer(new MastersAuthorizer()));
  }

  /** Returns a copy of this configuration with {@code changes} applied. */
  public ApiServerConfig with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Changes a copy of a configuration. */
  public static final class Builder {
    private HttpServerSettings http;
    private @Nullable Supplier<Identity> identity;
    private List<X509Certificate> clientAuthorities;
    private Authenticator authenticator;
    private Authorizer authorizer;
    private AuditLog audit;
    private Metrics metrics;
    private MetricsPage metricsPage;
    private ControllerSettings controllers;
    private Timers timers;

    private Builder(ApiServerConfig configuration) {
      http = configuration.http;
      identity = configuration.identity;
      clientAuthorities = configuration.clientAuthorities;
      authenticator = configuration.authenticator;
      authorizer = configuration.authorizer;
      audit = configuration.audit;
      metrics = configuration.metrics;
      metricsPage = configuration.metricsPage;
      controllers = configuration.controllers;
      timers = configuration.timers;
    }

    public Builder http(HttpServerSettings newHttp) {
      http = newHttp;
      return this;
    }

    public Builder identity(@Nullable Supplier<Identity> newIdentity) {
      identity = newIdentity;
      return this;
    }

    public Builder clientAuthorities(List<X509Certificate> newClientAuthorities) {
      clientAuthorities = newClientAuthorities;
      return this;
    }

    public Builder authenticator(Authenticator newAuthenticator) {
      authenticator = newAuthenticator;
      return this;
    }

    public Builder authorizer(Authorizer newAuthorizer) {
      authorizer = newAuthorizer;
      return this;
    }

    public Builder audit(AuditLog newAudit) {
      audit = newAudit;
      return this;
    }

    public Builder metrics(Metrics newMetrics) {
      metrics = newMetrics;
      return this;
    }

    public Builder metricsPage(MetricsPage newMetricsPage) {
      metricsPage = newMetricsPage;
      return this;
    }

    public Builder controllers(ControllerSettings newControllers) {
      controllers = newControllers;
      return this;
    }

    public Builder timers(Timers newTimers) {
      timers = newTimers;
      return this;
    }

    private ApiServerConfig build() {
      return new ApiServerConfig(
          http,
          identity,
          clientAuthorities,
          authenticator,
          authorizer,
          audit,
          metrics,
          metricsPage,
          controllers,
          timers);
    }
  }
}
