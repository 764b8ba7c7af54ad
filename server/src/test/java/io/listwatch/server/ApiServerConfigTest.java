package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.MastersAuthorizer;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.http.AuditLog;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.http.page.MetricsPage;
import io.listwatch.time.ManualTimers;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class ApiServerConfigTest {
  private final HttpServerSettings http = HttpServerSettings.onLoopback(7);
  private final Supplier<Identity> identity = ApiServerConfigTest::noIdentity;
  private final Authenticator authenticator = credentials -> Optional.empty();
  private final Authorizer authorizer = Authorizer.allowAll();
  private final AuditLog audit = AuditLog.none();
  private final Metrics metrics = Metrics.none();
  private final MetricsPage page = () -> "page";
  private final ManualTimers timers = new ManualTimers();

  private static Identity noIdentity() {
    throw new AssertionError("a configuration does not read its certificate");
  }

  @Test
  void changesEveryValue() {
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
                        .audit(audit)
                        .metrics(metrics)
                        .metricsPage(page)
                        .controllers(ControllerSettings.NONE)
                        .timers(timers));

    assertThat(changed)
        .isEqualTo(
            new ApiServerConfig(
                http,
                identity,
                List.of(),
                authenticator,
                authorizer,
                audit,
                metrics,
                page,
                ControllerSettings.NONE,
                timers));
  }

  @Test
  void keepsUnchangedValues() {
    ApiServerConfig open = ApiServerConfig.open(0);

    assertThat(open.with(config -> {})).isEqualTo(open);
  }

  @Test
  void secureServerAllowsOnlyMasters() {
    ApiServerConfig secure = ApiServerConfig.secure(http, identity, List.of(), authenticator);

    assertThat(secure.authorizer()).isInstanceOf(MastersAuthorizer.class);
    assertThat(secure.with(config -> config.metricsPage(page)))
        .extracting(
            ApiServerConfig::http, ApiServerConfig::identity, ApiServerConfig::authenticator)
        .containsExactly(http, identity, authenticator);
  }
}
