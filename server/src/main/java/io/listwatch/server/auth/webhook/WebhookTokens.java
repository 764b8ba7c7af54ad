package io.listwatch.server.auth.webhook;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.TokenDigest;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a webhook, by a TokenReview, which user a token belongs to. Caches the results for a while,
 * and makes a single call for concurrent requests with the same token.
 *
 * <p>Thread-safe; never blocks.
 */
public final class WebhookTokens implements BearerTokens, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WebhookTokens.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Maximum number of cached results, as in kube-apiserver. */
  private static final int MAX_REMEMBERED = 32 * 1024;

  private final TokenWebhookSettings settings;
  private final List<String> serverAudiences;
  private final ReviewCalls calls;
  private final ExpiringCache<ByteBuffer, TokenResult> remembered;

  /** The calls in progress. */
  private final Map<ByteBuffer, CompletableFuture<TokenResult>> asked = new ConcurrentHashMap<>();

  /**
   * @param serverAudiences the audiences of a token for which the webhook names none
   */
  WebhookTokens(TokenWebhookSettings settings, List<String> serverAudiences, Timers timers) {
    this.settings = settings;
    this.serverAudiences = List.copyOf(serverAudiences);
    this.calls =
        new ReviewCalls(
            settings.target(),
            TIMEOUT,
            "authentication.k8s.io/" + settings.version(),
            "TokenReview",
            timers);
    this.remembered = new ExpiringCache<>(MAX_REMEMBERED, timers);
  }

  @Override
  public CompletionStage<TokenResult> authenticate(String token, List<String> audiences) {
    ByteBuffer key = TokenDigest.of(token, audiences);
    TokenResult known = remembered.get(key);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    var answer = new CompletableFuture<TokenResult>();
    CompletableFuture<TokenResult> earlier = asked.putIfAbsent(key, answer);
    if (earlier != null) {
      return earlier;
    }
    CompletionStage<TokenResult> unused =
        calls
            .status(spec(token, audiences))
            .thenApply(status -> remember(key, result(status, audiences)))
            .exceptionally(failure -> failed(ReviewCalls.cause(failure)))
            .whenComplete(
                (result, bug) -> {
                  asked.remove(key);
                  if (bug == null) {
                    answer.complete(result);
                  } else {
                    answer.completeExceptionally(bug);
                  }
                });
    return answer;
  }

  private static JsonObject spec(String token, List<String> audiences) {
    JsonObject spec = new JsonObject().put("token", token);
    if (!audiences.isEmpty()) {
      audiences.forEach(spec.putArray("audiences")::add);
    }
    return spec;
  }

  private TokenResult result(JsonValue status, List<String> requested) {
    List<String> named = strings(status.path("audiences"));
    List<String> audiences = named.isEmpty() ? serverAudiences : named;
    List<String> shared = requested.stream().filter(audiences::contains).toList();
    if (shared.isEmpty()) {
      return TokenResult.UNKNOWN;
    }
    if (!status.path("authenticated").asBoolean()) {
      String error = status.path("error").asText();
      return error.isEmpty() ? TokenResult.UNKNOWN : TokenResult.rejected(error);
    }
    return TokenResult.of(user(status.path("user")), shared);
  }

  private static UserInfo user(JsonValue user) {
    List<String> groups = strings(user.path("groups"));
    if (!groups.contains(UserInfo.AUTHENTICATED) && !groups.contains(UserInfo.UNAUTHENTICATED)) {
      groups.add(UserInfo.AUTHENTICATED);
    }
    Map<String, List<String>> extra = new HashMap<>();
    user.path("extra")
        .properties()
        .forEach(each -> extra.put(each.getKey(), strings(each.getValue())));
    return new UserInfo(user.path("username").asText(), user.path("uid").asText(), groups, extra);
  }

  private static List<String> strings(JsonValue array) {
    var strings = new ArrayList<String>();
    array.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  /** Caches a result, unless it is an error that the webhook reported. */
  private TokenResult remember(ByteBuffer key, TokenResult result) {
    if (result.problems().isEmpty()) {
      remembered.put(key, result, settings.ttl());
    }
    return result;
  }

  private static TokenResult failed(Throwable failure) {
    log.error("the authentication webhook failed: {}", failure.getMessage());
    return TokenResult.rejected(String.valueOf(failure.getMessage()));
  }

  @Override
  public void close() {
    calls.close();
  }
}
