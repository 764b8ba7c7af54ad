package io.listwatch.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Proxies from environment variables, which are read as Go's net/http reads them. */
final class EnvironmentProxiesTest {
  private static final URI SECURE = URI.create("https://api.example.com:6443");

  private static String proxy(URI server, String... environment) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < environment.length; i += 2) {
      map.put(environment[i], environment[i + 1]);
    }
    return EnvironmentProxies.of(map).proxy(server).map(URI::toString).orElse("none");
  }

  @Test
  void eachSchemeHasItsOwnProxy() {
    String[] both = {"HTTPS_PROXY", "http://s:1", "HTTP_PROXY", "http://p:2"};

    assertThat(proxy(SECURE, both)).isEqualTo("http://s:1");
    assertThat(proxy(URI.create("http://api.example.com"), both)).isEqualTo("http://p:2");
    assertThat(proxy(SECURE)).isEqualTo("none");
    assertThat(proxy(SECURE, "HTTP_PROXY", "http://p:2")).isEqualTo("none");
  }

  @Test
  void acceptsLowerCaseVariablesAndAHostWithoutScheme() {
    assertThat(proxy(SECURE, "https_proxy", "proxy:3128")).isEqualTo("http://proxy:3128");
  }

  @Test
  void ignoresTheProxyHeaderOfACgiRequest() {
    URI plain = URI.create("http://api.example.com");

    assertThat(proxy(plain, "REQUEST_METHOD", "GET", "HTTP_PROXY", "http://evil:1"))
        .isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, true",
    ".example.com, true",
    "*.example.com, true",
    "api.example.com, true",
    "API.Example.COM, true",
    "api.example.com:6443, true",
    "api.example.com:443, false",
    "xample.com, false",
    "'other, example.com', true",
    ".api.example.com, false",
    "*, true",
    "10.0.0.0/8, false",
    "'', false",
  })
  void matchesHostNamesOfNoProxy(String list, boolean direct) {
    String found = proxy(SECURE, "HTTPS_PROXY", "http://proxy:1", "NO_PROXY", list);

    assertThat(found).isEqualTo(direct ? "none" : "http://proxy:1");
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, 10.0.0.0/8, true",
    "11.1.2.3, 10.0.0.0/8, false",
    "10.1.2.3, 10.1.2.3, true",
    "10.1.2.3, 10.1.2.3:443, true",
    "10.1.2.3, 10.1.2.3:444, false",
    "10.1.2.3, 0.0.0.0/0, true",
    "10.1.2.3, 10.0.0.0/99, false",
    "10.1.2.3, 10.0.0.0/x, false",
    "10.1.2.3, 3, false",
    "[fd00::1], fd00::/8, true",
    "[fd00::1], fd00::1, true",
    "[fd00::1], [fd00::1]:443, true",
    "[fd00::1], 10.0.0.0/8, false",
    "127.0.0.1, '', true",
    "[::1], '', true",
    "localhost, '', true",
  })
  void matchesAddressRangesOfNoProxy(String host, String list, boolean direct) {
    URI server = URI.create("https://" + host);
    String found = proxy(server, "HTTPS_PROXY", "http://proxy:1", "NO_PROXY", list);

    assertThat(found).isEqualTo(direct ? "none" : "http://proxy:1");
  }

  @Test
  void rejectsSocksWithoutShowingThePassword() {
    assertThatThrownBy(() -> proxy(SECURE, "HTTPS_PROXY", "socks5://me:secret@proxy:1080"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: http:// and a host")
        .hasMessageNotContaining("secret");
  }

  @Test
  void kubeconfigTakesPrecedenceOverTheEnvironment() {
    String yaml =
        """
        clusters: [{name: c, cluster: {server: 'https://api.example.com', proxy-url: 'http://own:1'}}]
        contexts: [{name: x, context: {cluster: c}}]
        current-context: x
        """;

    assertThat(Kubeconfig.parse(yaml).config().proxy()).hasValue(URI.create("http://own:1"));
  }
}
