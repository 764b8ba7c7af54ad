package io.listwatch.server.auth.oidc;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.TokenDigest;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.token.Jws;
import io.listwatch.server.auth.token.TokenKey;
import io.listwatch.server.webhook.RemoteDocuments;
import io.listwatch.time.Timers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Authenticates the tokens of one issuer. An accepted token is cached for a few seconds, as in
 * kube-apiserver: a client sends the same one with every request.
 *
 * <p>Thread-safe; never blocks. Signatures and expressions are evaluated on the threads of the
 * issuer's documents.
 */
public final class JwtTokens implements BearerTokens, AutoCloseable {
  private static final Duration REMEMBERED = Duration.ofSeconds(10);
  private static final Duration LEEWAY = Duration.ofMinutes(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_DOCUMENT = 1 << 20;

  /** When the cache holds this many tokens it is cleared. */
  private static final int MAX_REMEMBERED = 10_000;

  private final JwtIssuer issuer;
  private final List<String> serverAudiences;
  private final Timers timers;
  private final RemoteDocuments documents;
  private final IssuerKeys keys;

  /** Cached results by the SHA-256 of the token. */
  private final Map<ByteBuffer, Remembered> remembered = new ConcurrentHashMap<>();

  private record Remembered(TokenResult result, long until) {}

  /**
   * @param serverAudiences the audiences of this server, which reviews show
   */
  public JwtTokens(JwtIssuer issuer, List<String> serverAudiences, Timers timers) {
    this.issuer = issuer;
    this.serverAudiences = List.copyOf(serverAudiences);
    this.timers = timers;
    this.documents = new RemoteDocuments(issuer.caBundle(), TIMEOUT, MAX_DOCUMENT);
    this.keys = new IssuerKeys(issuer, documents, timers);
  }

  @Override
  public CompletionStage<TokenResult> authenticate(String token, List<String> audiences) {
    Optional<Jws> parsed =
        Jws.parse(token).filter(each -> each.payload().path("iss").asText().equals(issuer.url()));
    if (parsed.isEmpty() || Collections.disjoint(serverAudiences, audiences)) {
      return CompletableFuture.completedFuture(TokenResult.UNKNOWN);
    }
    ByteBuffer digest = TokenDigest.of(token, List.of());
    Remembered known = remembered.get(digest);
    if (known != null && known.until - timers.nanoTime() > 0) {
      return CompletableFuture.completedFuture(known.result);
    }
    return keys.named(parsed.get().keyId())
        .thenApplyAsync(candidates -> decide(parsed.get(), candidates), documents)
        .thenApply(result -> remember(digest, result));
  }

  private TokenResult decide(Jws token, List<TokenKey> candidates) {
    String problem = problem(token, candidates);
    if (!problem.isEmpty()) {
      return TokenResult.rejected("oidc: verify token: " + problem);
    }
    try {
      return TokenResult.of(issuer.claims().user(token.payload()), serverAudiences);
    } catch (UserClaims.RejectedException rejected) {
      return TokenResult.rejected(String.valueOf(rejected.getMessage()));
    }
  }

  private String problem(Jws token, List<TokenKey> candidates) {
    JsonObject claims = token.payload();
    List<String> audiences = audiences(claims.path("aud"));
    long now = timers.now().getEpochSecond();
    if (claims.path("exp").asLong() <= now) {
      return "oidc: token is expired";
    }
    if (claims.path("nbf").asLong() > now + LEEWAY.toSeconds()) {
      return "oidc: current time before the nbf (not before) time";
    }
    if (candidates.stream().noneMatch(token::isSignedWith)) {
      return "failed to verify signature: failed to verify id token signature";
    }
    return Collections.disjoint(audiences, issuer.audiences())
        ? "oidc: expected audience in %s got %s".formatted(issuer.audiences(), audiences)
        : "";
  }

  private static List<String> audiences(JsonValue claim) {
    if (claim.isText()) {
      return List.of(claim.asText());
    }
    var audiences = new ArrayList<String>();
    claim.forEach(each -> audiences.add(each.asText()));
    return audiences;
  }

  private TokenResult remember(ByteBuffer digest, TokenResult result) {
    if (result.user() != null) {
      if (remembered.size() >= MAX_REMEMBERED) {
        remembered.clear();
      }
      remembered.put(digest, new Remembered(result, timers.nanoTime() + REMEMBERED.toNanos()));
    }
    return result;
  }

  @Override
  public void close() {
    documents.close();
  }
}
