package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.audit.AuditPolicy;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.oidc.JwtIssuers;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.auth.webhook.TokenWebhook;
import io.listwatch.server.auth.webhook.TokenWebhookSettings;
import io.listwatch.server.controllers.CertificateSigning;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.http.AuditLog;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.server.kubelet.KubeletNetworks;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class ApiServerConfigTest {
  private final HttpServerSettings http = HttpServerSettings.onLoopback(7);
  private final Supplier<Identity> identity = ApiServerConfigTest::noIdentity;
  private final Authenticator authenticator = credentials -> Optional.empty();
  private final Authorizer authorizer = Authorizer.allowAll();
  private final TokenSettings tokens =
      TokenSettings.DEFAULT.with(c -> c.issuers(List.of("https://a")));
  private final JwtIssuers issuers = JwtIssuers.of(List.of());
  private final TokenWebhook tokenWebhook =
      TokenWebhook.of(
          new TokenWebhookSettings(
              new WebhookKubeconfig(URI.create("https://hook"), "", "hook", null, ""),
              "v1",
              Duration.ZERO));
  private final AuditLog audit = AuditLog.none();
  private final Auditor auditor =
      Auditor.of(AuditPolicy.metadata(), List.of(), Timers.system(), Metrics.none());
  private final Metrics metrics = Metrics.none();
  private final MetricsPage page = () -> "page";
  private final ManualTimers timers = new ManualTimers();
  private final CertificateSigning signing =
      CertificateSigning.by(
          CertificateAuthority.create("signer", timers.now()), Duration.ofDays(1));
  private final AdmissionSettings admission =
      AdmissionSettings.DEFAULT.withPlugins(List.of(), List.of("PodSecurity"));

  private final KubeletNetworks kubelets = KubeletNetworks.of(List.of("10.0.0.0/8"));

  private static Identity noIdentity() {
    throw new AssertionError("a configuration does not read its certificate");
  }

  @Test
  void changesEveryValue() {
    var address = InetSocketAddress.createUnresolved("127.0.0.1", 8443);
    ApiServerConfig changed =
        ApiServerConfig.open(0)
            .with(
                config ->
                    config
                        .http(http)
                        .identity(identity)
                        .clientAuthorities(List.of())
                        .authenticator(authenticator)
                        .authorizer(authorizer)
                        .tokens(tokens)
                        .issuers(issuers)
                        .tokenWebhook(tokenWebhook)
                        .audit(audit)
                        .auditor(auditor)
                        .metrics(metrics)
                        .metricsPage(page)
                        .controllers(ControllerSettings.NONE)
                        .signing(signing)
                        .admission(admission)
                        .cacheMemory(1 << 20)
                        .webhookAddresses(Map.of("ns/hook", address))
                        .kubelets(kubelets)
                        .timers(timers));

    assertThat(changed)
        .isEqualTo(
            new ApiServerConfig(
                http,
                identity,
                List.of(),
                authenticator,
                AuthorizationSettings.of(authorizer),
                tokens,
                issuers,
                tokenWebhook,
                audit,
                auditor,
                metrics,
                page,
                ControllerSettings.NONE,
                signing,
                admission,
                1 << 20,
                Map.of("ns/hook", address),
                kubelets,
                timers));
  }

  @Test
  void keepsUnchangedValues() {
    ApiServerConfig open = ApiServerConfig.open(0);

    assertThat(open.with(config -> {})).isEqualTo(open);
  }

  @Test
  void secureServerUsesRbac() {
    ApiServerConfig secure = ApiServerConfig.secure(http, identity, List.of(), authenticator);

    assertThat(secure.authorization()).isEqualTo(AuthorizationSettings.RBAC);
    assertThat(secure.with(config -> config.metricsPage(page)))
        .extracting(
            ApiServerConfig::http, ApiServerConfig::identity, ApiServerConfig::authenticator)
        .containsExactly(http, identity, authenticator);
  }
}
