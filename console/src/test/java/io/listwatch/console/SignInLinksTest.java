package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Codes of one-time links, and the tokens for which the page exchanges them. */
final class SignInLinksTest {
  private static final UserInfo JANE = new UserInfo("jane", "7", List.of("developers"));

  private final ManualTimers timers = new ManualTimers();
  private final SignInLinks links = new SignInLinks(timers);

  @Test
  void tokenAuthenticatesTheUserOfTheLink() {
    String token = token(code(JANE));

    assertThat(user(token)).hasValue(JANE);
    assertThat(user(token + "x")).isEmpty();
    assertThat(user("other")).isEmpty();
  }

  @Test
  void codeWorksOnce() {
    String code = code(JANE);

    assertThat(links.exchange(code)).isPresent();
    assertThat(links.exchange(code)).isEmpty();
    assertThat(links.exchange("")).isEmpty();
  }

  @Test
  void rejectsCodeAsToken() {
    assertThat(user(code(JANE))).isEmpty();
  }

  @Test
  void codeExpiresAfterAMinute() {
    String code = code(JANE);

    timers.advance(SignInLinks.CODE_LIFE);

    assertThat(links.exchange(code)).isEmpty();
  }

  @Test
  void tokenExpiresAfterAnHour() {
    String token = token(code(JANE));

    timers.advance(SignInLinks.TOKEN_LIFE.minus(Duration.ofSeconds(1)));
    assertThat(user(token)).hasValue(JANE);
    timers.advance(Duration.ofSeconds(1));

    assertThat(user(token)).isEmpty();
  }

  @Test
  void newCodeReplacesTheOldestOne() {
    String first = code(JANE);
    String second = code(JANE);
    for (int i = 1; i < Grants.MAX; i++) {
      code(JANE);
    }

    assertThat(links.exchange(first)).isEmpty();
    assertThat(links.exchange(second)).isPresent();
  }

  private String code(UserInfo user) {
    JsonObject link = links.accept(user, new JsonObject()).toCompletableFuture().join();
    assertThat(link.path("expiresInSeconds").asLong()).isEqualTo(60);
    String path = link.path("path").asText();
    assertThat(path).startsWith("/console/#code=");
    return path.substring("/console/#code=".length());
  }

  private String token(String code) {
    return JsonTrees.read(links.exchange(code).orElseThrow()).path("token").asText();
  }

  private Optional<UserInfo> user(String token) {
    return links.authenticate(new Credentials(List.of(), token, false));
  }
}
