package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.MastersAuthorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.cache.CountedMetrics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AuditTest {
  private final List<AuditLog.Entry> entries = new CopyOnWriteArrayList<>();
  private final CountedMetrics metrics = new CountedMetrics();
  private final TestServer server =
      TestServer.builder()
          .authenticator(AuditTest::user)
          .authorizer(new MastersAuthorizer())
          .parts(HttpServerParts.NO_OP.with(it -> it.metrics(metrics).audit(entries::add)))
          .start();

  /** Authenticates one token. */
  private static Optional<UserInfo> user(Credentials credentials) {
    return "jane".equals(credentials.bearerToken())
        ? Optional.of(new UserInfo("jane", "", List.of(UserInfo.AUTHENTICATED)))
        : Optional.empty();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void failedAuthenticationIsLoggedWithItsSourceAndCounted() {
    server.get(CONFIG_MAPS + "/a", "Authorization", "Bearer wrong");

    AuditLog.Entry entry = onlyEntry();
    assertThat(entry.code()).isEqualTo(401);
    assertThat(entry.source()).isEqualTo("127.0.0.1");
    assertThat(entry.caller().name()).isEmpty();
    assertThat(entry.request().path()).isEqualTo(CONFIG_MAPS + "/a");
    assertThat(metrics.count("authentication_failures_total")).isEqualTo(1);
  }

  @Test
  void forbiddenImpersonationIsLoggedWithItsCaller() {
    server.get(CONFIG_MAPS, "Authorization", "Bearer jane", "Impersonate-User", "admin");

    AuditLog.Entry entry = onlyEntry();
    assertThat(entry.code()).isEqualTo(403);
    assertThat(entry.caller().name()).isEqualTo("jane");
    assertThat(metrics.count("authentication_failures_total")).isZero();
  }

  @Test
  void longAuditIdIsReturnedWholeAndLoggedUpTo64Characters() {
    String id = "0123456789".repeat(7);

    var response = server.get("/version", "Authorization", "Bearer jane", "Audit-ID", id);

    assertThat(response.headers().firstValue("Audit-ID")).contains(id);
    assertThat(onlyEntry().id()).isEqualTo(id.substring(0, 64));
  }

  /** A request is logged when it is complete, which may be after its response has arrived. */
  private AuditLog.Entry onlyEntry() {
    await().until(() -> !entries.isEmpty());
    assertThat(entries).hasSize(1);
    return entries.get(0);
  }
}
