package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users without some rights, tokens that end, and TLS. */
final class ConsoleRightsTest extends BrowserTest {
  /** A verb, or the beginning of a path, that the user may not use. */
  private static final AtomicReference<String> DENIED = new AtomicReference<>("none");

  ConsoleRightsTest() {
    super(ConsoleServer.writable(config -> config.authorizer(ConsoleRightsTest::decide)));
  }

  private static Decision decide(AccessRequest request) {
    boolean review = request.resource().equals("selfsubjectaccessreviews");
    boolean denied =
        (!review && request.verb().equals(DENIED.get()))
            || (DENIED.get().startsWith("/") && request.path().startsWith(DENIED.get()));
    return denied ? Decision.denied("not in this test") : Decision.ALLOWED;
  }

  @AfterEach
  void allowAll() {
    DENIED.set("none");
  }

  @Test
  void showsTablesWithoutRepeatedRequestsIfDebugIsForbidden() {
    createMap("a");
    DENIED.set("/debug");
    page.go(server.page("#/objects/configmaps"));

    page.await(cell("a"));
    page.await("document.querySelector('.timeline').hidden");
    assertThat(page.evaluate("document.querySelector('.side a .count').textContent").asText())
        .isEmpty();
    // The resources are read every ten seconds, the time line every five.
    page.await("performance.getEntriesByName(location.origin + '/apis').length >= 3");
    assertThat(page.requests()).filteredOn(url -> url.contains("/caches?")).hasSize(1);
    assertThat(page.requests())
        .filteredOn(url -> url.endsWith("/debug/listwatch/resources"))
        .hasSize(1);
    page.evaluate("location.hash = '#/mechanism/configmaps'");
    page.await("document.querySelector('.problem').textContent.includes('You may not see this')");
  }

  @ParameterizedTest
  @CsvSource({"create, .new, .edit", "delete, .delete, .edit", "update, .edit, .delete"})
  void offersOnlyWhatTheUserMayDo(String verb, String missing, String offered) {
    createMap("a");
    DENIED.set(verb);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("a"));
    page.evaluate(row("a") + ".click()");

    page.await("document.querySelector('%s')".formatted(offered));
    assertThat(
            page.evaluate("document.querySelector('%s')?.hidden ?? true".formatted(missing))
                .asBoolean())
        .isTrue();
  }

  @Test
  void asksForTheTokenAgainWhenItEnds() {
    var accepted = new AtomicBoolean(true);
    try (var guarded =
        ConsoleServer.readOnly(
            config ->
                config.authenticator(
                    credentials ->
                        accepted.get() && "opensesame".equals(credentials.bearerToken())
                            ? Optional.of(new UserInfo("jane", "", List.of()))
                            : Optional.empty()))) {
      page.go(guarded.page("#/objects/namespaces"));
      signIn("opensesame");
      page.await("document.querySelector('h1').textContent === 'namespaces'");

      accepted.set(false);
      page.await(
          "document.querySelector('[role=alert]')?.textContent === 'Your sign-in has ended.'");
      accepted.set(true);
      signIn("opensesame");

      page.await("document.querySelector('h1').textContent === 'namespaces'");
      page.await(ROWS + ".length > 0");
      page.go("about:blank");
    }
  }

  private void signIn(String token) {
    page.await("document.activeElement?.id === 'token'");
    page.type(token);
    page.press("Enter");
  }

  @Test
  void signsInOverTls() {
    try (var guarded =
        ConsoleServer.overTls(
            config ->
                config.authenticator(
                    credentials ->
                        "opensesame".equals(credentials.bearerToken())
                            ? Optional.of(new UserInfo("jane", "", List.of()))
                            : Optional.empty()))) {
      page.go(guarded.page("#/objects/namespaces"));
      signIn("opensesame");

      page.await("document.querySelector('.state')?.dataset.state === 'live'");
      assertThat(page.evaluate("location.protocol").asText()).isEqualTo("https:");
      assertThat(page.requests()).allMatch(url -> url.startsWith(guarded.url() + "/"));
      page.go("about:blank");
    }
  }
}
