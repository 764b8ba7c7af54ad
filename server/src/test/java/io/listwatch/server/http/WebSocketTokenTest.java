package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bearer tokens in the subprotocols of a WebSocket. The outcomes were recorded from kube-apiserver
 * 1.36.4.
 */
final class WebSocketTokenTest {
  private static final String TOKEN = "admintoken";
  private static final String PREFIX = "base64url.bearer.authorization.k8s.io.";

  private final TestServer server =
      TestServer.builder().authenticator(WebSocketTokenTest::authenticate).start();

  private static Optional<UserInfo> authenticate(Credentials credentials) {
    boolean known = TOKEN.equals(credentials.bearerToken());
    return known
        ? Optional.of(new UserInfo("admin", "1", List.of(UserInfo.MASTERS)))
        : Optional.empty();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <good>, base64.binary.k8s.io | | 101 | base64.binary.k8s.io
          binary.k8s.io, <good> | | 101 | binary.k8s.io
          <good>, nope.k8s.io | | 101 | nope.k8s.io
          <good>, | | 101 |
          <good> | | 401 |
          <good>, <good>, binary.k8s.io | | 401 |
          <bad>, base64.binary.k8s.io | | 401 |
          <good>==, binary.k8s.io | | 401 |
          <prefix>%%%, binary.k8s.io | | 401 |
          <prefix>, binary.k8s.io | | 401 |
          <not UTF-8>, binary.k8s.io | | 401 |
          binary.k8s.io | | 401 |
          binary.k8s.io | Bearer admintoken | 101 | binary.k8s.io
          <good>, binary.k8s.io | Bearer nope | 101 | binary.k8s.io
          <good>, binary.k8s.io | Bearer admintoken | 400 |
          <bad>, binary.k8s.io | Bearer admintoken | 400 |
          a.k8s.io, b.k8s.io | Bearer admintoken | 400 |
          a.k8s.io, | Bearer admintoken | 400 |
          """)
  void authenticatesByProtocol(String protocols, String header, int code, String chosen) {
    try (RawConnection connection = server.connect()) {
      connection.get(
          CONFIG_MAPS + "?watch=true",
          "Origin",
          "http://127.0.0.1",
          "Connection",
          "Upgrade",
          "Upgrade",
          "websocket",
          "Sec-WebSocket-Version",
          "13",
          "Sec-WebSocket-Key",
          "dGhlIHNhbXBsZSBub25jZQ==",
          "Authorization",
          header == null ? "" : header,
          "Sec-WebSocket-Protocol",
          resolved(protocols));
      String head = connection.head();

      assertThat(head).startsWith("http/1.1 " + code);
      if (chosen == null) {
        assertThat(head).doesNotContain("sec-websocket-protocol");
      } else {
        assertThat(head).contains("sec-websocket-protocol: " + chosen + "\n");
      }
      assertThat(head).doesNotContain(PREFIX + encoded(TOKEN).toLowerCase(Locale.ROOT));
    }
  }

  private static String resolved(String protocols) {
    return protocols
        .replace("<good>", PREFIX + encoded(TOKEN))
        .replace("<bad>", PREFIX + encoded("nope"))
        .replace("<not UTF-8>", PREFIX + "__4")
        .replace("<prefix>", PREFIX);
  }

  private static String encoded(String token) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token.getBytes(UTF_8));
  }
}
