package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.http.page.OnePage;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Pages for browsers that another module adds: files for every client, documents for authorized
 * users.
 */
final class WebPagesTest {
  private final TestServer server =
      TestServer.builder()
          .authenticator(credentials -> Optional.empty())
          .authorizer(request -> Authorizer.Decision.denied("nobody may"))
          .parts(HttpServerParts.NO_OP.with(it -> it.webPages(new OnePage())))
          .start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void servesFilesWithoutCredentials() {
    HttpResponse<String> page = server.get("/hello/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).isEqualTo("<p>hello");
    assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("content-security-policy")).hasValue("default-src 'none'");
    assertThat(server.get("/hello/none").statusCode()).isEqualTo(404);
    assertThat(server.send("POST", "/hello/", "x").statusCode()).isEqualTo(405);
    assertThat(server.send("HEAD", "/hello/", null).body()).isEmpty();
  }

  @Test
  void addsMissingSlash() {
    HttpResponse<String> page = server.get("/hello");

    assertThat(page.statusCode()).isEqualTo(301);
    assertThat(page.headers().firstValue("location")).hasValue("/hello/");
  }

  @Test
  void matchingEtagIsNotModified() {
    HttpResponse<String> page = server.get("/hello/", "If-None-Match", "\"1\"");

    assertThat(page.statusCode()).isEqualTo(304);
    assertThat(page.body()).isEmpty();
  }

  @Test
  void exchangesCodesForTokensWithoutCredentials() {
    HttpResponse<String> right =
        server.send("POST", "/hello/session", "", "X-Listwatch-Code", "sesame");

    assertThat(right.body()).isEqualTo("{\"token\":\"open\"}");
    assertThat(right.headers().firstValue("cache-control")).hasValue("no-store");
    assertThat(server.send("POST", "/hello/session", "", "X-Listwatch-Code", "x").statusCode())
        .isEqualTo(401);
    assertThat(server.send("POST", "/hello/session", "").statusCode()).isEqualTo(401);
    assertThat(server.get("/hello/session").statusCode()).isEqualTo(404);
  }

  @Test
  void documentsNeedCredentials() {
    assertThat(server.get("/debug/listwatch/greeting").statusCode()).isEqualTo(401);
  }

  @Test
  void rejectsRequestsOfForeignPagesWithoutTls() {
    assertThat(server.get("/hello/", "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
    assertThat(server.get("/hello/", "Origin", "http://evil.example.com").statusCode())
        .isEqualTo(403);
  }

  @Test
  void ownPagesMaySendRequests() {
    try (TestServer open =
        TestServer.builder()
            .parts(HttpServerParts.NO_OP.with(it -> it.webPages(new OnePage())))
            .start()) {
      String own = "http://127.0.0.1:" + open.port();

      assertThat(open.get("/debug/listwatch/greeting", "Origin", own).body())
          .isEqualTo("{\"text\":\"hello\"}\n");
      assertThat(open.get("/version", "Origin", "http://localhost:1").statusCode()).isEqualTo(403);
    }
  }
}
