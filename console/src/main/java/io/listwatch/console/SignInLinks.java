package io.listwatch.console;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.time.Timers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * One-time links to the page. A user who may POST to {@code /debug/listwatch/link} gets a code, the
 * page exchanges the code once for a token, and the token authenticates that user for an hour.
 *
 * <p>Everything is in memory: a restart ends all sessions.
 *
 * <p>Thread-safe.
 */
final class SignInLinks implements Authenticator, DebugDocument {
  static final Duration CODE_LIFE = Duration.ofMinutes(1);
  static final Duration TOKEN_LIFE = Duration.ofHours(1);

  private static final String TOKEN_PREFIX = "listwatch_console_";
  private static final int SECRET_BYTES = 32;

  private final SecureRandom random = new SecureRandom();
  private final Grants codes;
  private final Grants tokens;

  SignInLinks(Timers timers) {
    this.codes = new Grants(timers, CODE_LIFE);
    this.tokens = new Grants(timers, TOKEN_LIFE);
  }

  @Override
  public CompletionStage<JsonObject> read(QueryParameters query) {
    throw RequestErrors.methodNotAllowed();
  }

  /** Makes a link for a user. */
  @Override
  public CompletionStage<JsonObject> accept(UserInfo user, JsonObject body) {
    String code = secret();
    codes.add(code, user);
    return completedStage(
        new JsonObject()
            .put("path", Console.ROOT + "#code=" + code)
            .put("expiresInSeconds", CODE_LIFE.toSeconds()));
  }

  /** Exchanges a code for a token. Returns JSON; empty if the code is unknown, used or too old. */
  Optional<String> exchange(String code) {
    return codes
        .take(code)
        .map(
            user -> {
              String token = TOKEN_PREFIX + secret();
              tokens.add(token, user);
              return new JsonObject()
                  .put("token", token)
                  .put("expiresInSeconds", TOKEN_LIFE.toSeconds())
                  .toString();
            });
  }

  @Override
  public Optional<UserInfo> authenticate(Credentials credentials) {
    String token = credentials.bearerToken();
    return token == null || !token.startsWith(TOKEN_PREFIX) ? Optional.empty() : tokens.find(token);
  }

  private String secret() {
    var bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
