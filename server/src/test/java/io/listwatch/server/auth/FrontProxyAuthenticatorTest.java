package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.auth.FrontProxyAuthenticator.HeaderNames;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FrontProxyAuthenticatorTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final HeaderNames NAMES =
      new HeaderNames(
          List.of("X-Remote-User"),
          List.of("X-Remote-Uid"),
          List.of("X-Remote-Group"),
          List.of("X-Remote-Extra-"),
          List.of("front-proxy"));
  private static final Map<String, List<String>> ALICE =
      Map.of(
          "x-remote-user", List.of("alice"),
          "x-remote-uid", List.of("u1"),
          "x-remote-group", List.of("dev", "ops"),
          "x-remote-extra-acme.org%2Freason", List.of("test"));

  private final ManualTimers timers = new ManualTimers();
  private final CertificateAuthority authority =
      CertificateAuthority.create("proxies", timers.now());
  private final FrontProxyAuthenticator authenticator =
      new FrontProxyAuthenticator(List.of(authority.certificate()), NAMES, timers);

  @Test
  void userIsInTheHeadersOfAProxy() {
    UserInfo user = request(proxy("front-proxy"), ALICE).orElseThrow();

    assertThat(user)
        .isEqualTo(
            new UserInfo(
                "alice",
                "u1",
                List.of("dev", "ops", UserInfo.AUTHENTICATED),
                Map.of("acme.org/reason", List.of("test"))));
  }

  @Test
  void ignoresUserHeadersOfOtherClients() {
    var other = CertificateAuthority.create("users", timers.now());
    Identity eve = other.issueClient("front-proxy", List.of(), timers.now(), DAY);

    assertThat(request(eve, ALICE)).isEmpty();
    assertThat(request(proxy("another"), ALICE)).isEmpty();
    assertThat(authenticator.authenticate(new Credentials(List.of(), null, false, headers(ALICE))))
        .isEmpty();
  }

  @Test
  void requestWithoutUserHeaderIsNotAuthenticated() {
    assertThat(request(proxy("front-proxy"), Map.of("x-remote-group", List.of("dev")))).isEmpty();
    assertThat(request(proxy("front-proxy"), Map.of("x-remote-user", List.of("")))).isEmpty();
  }

  @Test
  void anonymousUserOfAProxyStaysAnonymous() {
    Map<String, List<String>> headers =
        Map.of(
            "x-remote-user", List.of("system:anonymous"),
            "x-remote-group", List.of(UserInfo.UNAUTHENTICATED));

    assertThat(request(proxy("front-proxy"), headers).orElseThrow().groups())
        .containsExactly(UserInfo.UNAUTHENTICATED);
  }

  private Identity proxy(String name) {
    return authority.issueClient(name, List.of(), timers.now(), DAY);
  }

  private Optional<UserInfo> request(Identity identity, Map<String, List<String>> headers) {
    return authenticator.authenticate(
        new Credentials(List.of(identity.certificate()), null, false, headers(headers)));
  }

  private static RequestHeaders headers(Map<String, List<String>> values) {
    return new RequestHeaders() {
      @Override
      public List<String> names() {
        return List.copyOf(values.keySet());
      }

      @Override
      public List<String> values(String name) {
        return values.getOrDefault(name, List.of());
      }
    };
  }
}
