package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.oidc.JwtIssuers;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.auth.webhook.TokenWebhook;
import io.listwatch.server.cache.CacheMemory;
import io.listwatch.server.controllers.CertificateSigning;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.http.AuditLog;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.server.kubelet.KubeletNetworks;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.time.Timers;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
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
 * @param authorization decides whether the user may make the request
 * @param tokens the tokens of service accounts
 * @param issuers the further issuers whose tokens are accepted
 * @param tokenWebhook checks tokens that no other authenticator knows; null for none
 * @param audit receives each request when it is complete
 * @param auditor makes audit events; null for none. The caller closes it after the server
 * @param controllers the built-in controllers that run
 * @param signing signs CertificateSigningRequests; null to sign none
 * @param admission the admission plug-ins that run
 * @param cacheMemory the number of bytes that the objects in all watch caches may take; above it,
 *     the largest resources are served from storage
 * @param webhookAddresses where to reach the webhooks behind Services, by {@code namespace/name};
 *     all others are reached at the addresses of their EndpointSlices
 * @param kubelets the addresses of nodes that the server connects to for logs
 */
public record ApiServerConfig(
    HttpServerSettings http,
    @Nullable Supplier<Identity> identity,
    List<X509Certificate> clientAuthorities,
    Authenticator authenticator,
    AuthorizationSettings authorization,
    TokenSettings tokens,
    JwtIssuers issuers,
    @Nullable TokenWebhook tokenWebhook,
    AuditLog audit,
    @Nullable Auditor auditor,
    Metrics metrics,
    MetricsPage metricsPage,
    ControllerSettings controllers,
    @Nullable CertificateSigning signing,
    AdmissionSettings admission,
    long cacheMemory,
    Map<String, InetSocketAddress> webhookAddresses,
    KubeletNetworks kubelets,
    Timers timers) {
  public ApiServerConfig {
    clientAuthorities = List.copyOf(clientAuthorities);
    webhookAddresses = Map.copyOf(webhookAddresses);
    if (cacheMemory < 0) {
      throw new IllegalArgumentException(
          "cacheMemory: %d (expected: 0 or more)".formatted(cacheMemory));
    }
  }

  /** Returns the configuration of a server on loopback without TLS that allows every request. */
  public static ApiServerConfig open(int port) {
    return new ApiServerConfig(
        HttpServerSettings.onLoopback(port),
        null,
        List.of(),
        Authenticator.anonymous(),
        AuthorizationSettings.of(Authorizer.allowAll()),
        TokenSettings.DEFAULT,
        JwtIssuers.NONE,
        null,
        AuditLog.none(),
        null,
        Metrics.none(),
        () -> "",
        ControllerSettings.ALL,
        null,
        AdmissionSettings.DEFAULT,
        CacheMemory.half(),
        Map.of(),
        KubeletNetworks.LOOPBACK,
        Timers.system());
  }

  /** Returns the configuration of a server with TLS and RBAC. */
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
                    .rbac());
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
    private AuthorizationSettings authorization;
    private TokenSettings tokens;
    private JwtIssuers issuers;
    private @Nullable TokenWebhook tokenWebhook;
    private AuditLog audit;
    private @Nullable Auditor auditor;
    private Metrics metrics;
    private MetricsPage metricsPage;
    private ControllerSettings controllers;
    private @Nullable CertificateSigning signing;
    private AdmissionSettings admission;
    private long cacheMemory;
    private Map<String, InetSocketAddress> webhookAddresses;
    private KubeletNetworks kubelets;
    private Timers timers;

    private Builder(ApiServerConfig configuration) {
      http = configuration.http;
      identity = configuration.identity;
      clientAuthorities = configuration.clientAuthorities;
      authenticator = configuration.authenticator;
      authorization = configuration.authorization;
      tokens = configuration.tokens;
      issuers = configuration.issuers;
      tokenWebhook = configuration.tokenWebhook;
      audit = configuration.audit;
      auditor = configuration.auditor;
      metrics = configuration.metrics;
      metricsPage = configuration.metricsPage;
      controllers = configuration.controllers;
      signing = configuration.signing;
      admission = configuration.admission;
      cacheMemory = configuration.cacheMemory;
      webhookAddresses = configuration.webhookAddresses;
      kubelets = configuration.kubelets;
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

    /** Authorizes requests with this authorizer only. */
    public Builder authorizer(Authorizer authorizer) {
      return authorization(AuthorizationSettings.of(authorizer));
    }

    /** Authorizes requests with the RBAC authorizer only. */
    public Builder rbac() {
      return authorization(AuthorizationSettings.RBAC);
    }

    public Builder authorization(AuthorizationSettings newAuthorization) {
      authorization = newAuthorization;
      return this;
    }

    public Builder tokens(TokenSettings newTokens) {
      tokens = newTokens;
      return this;
    }

    public Builder issuers(JwtIssuers newIssuers) {
      issuers = newIssuers;
      return this;
    }

    public Builder tokenWebhook(@Nullable TokenWebhook newTokenWebhook) {
      tokenWebhook = newTokenWebhook;
      return this;
    }

    public Builder audit(AuditLog newAudit) {
      audit = newAudit;
      return this;
    }

    public Builder auditor(@Nullable Auditor newAuditor) {
      auditor = newAuditor;
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

    public Builder signing(@Nullable CertificateSigning newSigning) {
      signing = newSigning;
      return this;
    }

    public Builder admission(AdmissionSettings newAdmission) {
      admission = newAdmission;
      return this;
    }

    public Builder cacheMemory(long newCacheMemory) {
      cacheMemory = newCacheMemory;
      return this;
    }

    public Builder webhookAddresses(Map<String, InetSocketAddress> newAddresses) {
      webhookAddresses = newAddresses;
      return this;
    }

    public Builder kubelets(KubeletNetworks newKubelets) {
      kubelets = newKubelets;
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
          authorization,
          tokens,
          issuers,
          tokenWebhook,
          audit,
          auditor,
          metrics,
          metricsPage,
          controllers,
          signing,
          admission,
          cacheMemory,
          webhookAddresses,
          kubelets,
          timers);
    }
  }
}
