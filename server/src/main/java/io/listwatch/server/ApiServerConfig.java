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
    return new ApiServerConfig(
        http,
        identity,
        clientAuthorities,
        authenticator,
        new MastersAuthorizer(),
        AuditLog.none(),
        Metrics.none(),
        () -> "",
        ControllerSettings.ALL,
        Timers.system());
  }

  public ApiServerConfig with(Metrics newMetrics, MetricsPage newPage) {
    return new ApiServerConfig(
        http,
        identity,
        clientAuthorities,
        authenticator,
        authorizer,
        audit,
        newMetrics,
        newPage,
        controllers,
        timers);
  }

  public ApiServerConfig withAuthorizer(Authorizer newAuthorizer) {
    return new ApiServerConfig(
        http,
        identity,
        clientAuthorities,
        authenticator,
        newAuthorizer,
        audit,
        metrics,
        metricsPage,
        controllers,
        timers);
  }

  public ApiServerConfig with(AuditLog newAudit) {
    return new ApiServerConfig(
        http,
        identity,
        clientAuthorities,
        authenticator,
        authorizer,
        newAudit,
        metrics,
        metricsPage,
        controllers,
        timers);
  }

  public ApiServerConfig with(Timers newTimers) {
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
        newTimers);
  }

  public ApiServerConfig with(ControllerSettings newControllers) {
    return new ApiServerConfig(
        http,
        identity,
        clientAuthorities,
        authenticator,
        authorizer,
        audit,
        metrics,
        metricsPage,
        newControllers,
        timers);
  }
}
