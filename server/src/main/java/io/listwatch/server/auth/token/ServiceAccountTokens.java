package io.listwatch.server.auth.token;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.token.TokenClaims.Reference;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the tokens of TokenRequests: checks signature, audience and time, and that the
 * service account and the object that the token is bound to still exist. The messages are
 * kube-apiserver's.
 *
 * <p>Thread-safe. Never blocks.
 */
public final class ServiceAccountTokens implements BearerTokens {
  /** The tolerated difference between the clocks of two servers. */
  private static final Duration LEEWAY = Duration.ofMinutes(1);

  private static final String INVALIDATED = "service account token has been invalidated";
  private static final String NO_TIME =
      "go-jose/go-jose/jwt: expected number value to unmarshal NumericDate";
  private static final List<String> TIMES = List.of("exp", "nbf", "iat");
  private static final JsonPath DELETED = JsonPath.of("metadata.deletionTimestamp");

  private final TokenSettings settings;
  private final SignatureCheck signatures;
  private final AccountObjects objects;
  private final Timers timers;

  public ServiceAccountTokens(
      TokenSettings settings, SignatureCheck signatures, AccountObjects objects, Timers timers) {
    this.settings = settings;
    this.signatures = signatures;
    this.objects = objects;
    this.timers = timers;
  }

  @Override
  public CompletionStage<TokenResult> authenticate(String token, List<String> audiences) {
    Optional<Jws> parsed =
        Jws.parse(token)
            .filter(each -> settings.issuers().contains(each.payload().path("iss").asText()));
    return parsed.isEmpty()
        ? CompletableFuture.completedFuture(TokenResult.UNKNOWN)
        : authenticate(token, parsed.get(), audiences);
  }

  private CompletionStage<TokenResult> authenticate(
      String token, Jws parsed, List<String> audiences) {
    return signatures
        .problem(token, parsed)
        .thenCompose(
            problem ->
                problem.isEmpty()
                    ? decide(parsed.payload(), audiences)
                    : CompletableFuture.completedStage(TokenResult.rejected(problem)));
  }

  /** Checks the claims of a token whose signature is valid. */
  private CompletionStage<TokenResult> decide(JsonObject payload, List<String> audiences) {
    if (!hasTimes(payload)) {
      return CompletableFuture.completedStage(TokenResult.rejected(NO_TIME));
    }
    TokenClaims claims = TokenClaims.read(payload);
    List<String> shared = shared(claims.audiences(), settings, audiences);
    return audienceProblem(claims.audiences(), settings, audiences, shared)
        .or(() -> timeProblem(claims))
        .map(why -> CompletableFuture.completedStage(TokenResult.rejected(why)))
        .orElseGet(() -> lookUp(claims, shared));
  }

  private static boolean hasTimes(JsonObject payload) {
    return TIMES.stream()
        .map(payload::path)
        .allMatch(each -> each.isMissing() || each.isNull() || each.isNumber());
  }

  /** Returns the requested audiences that a token has. */
  static List<String> shared(List<String> ofToken, TokenSettings settings, List<String> requested) {
    return effective(ofToken, settings).stream().filter(requested::contains).toList();
  }

  /** A token without audiences is for the server that verifies it. */
  private static List<String> effective(List<String> ofToken, TokenSettings settings) {
    return ofToken.isEmpty() ? settings.audiences() : ofToken;
  }

  static Optional<String> audienceProblem(
      List<String> ofToken, TokenSettings settings, List<String> requested, List<String> shared) {
    return shared.isEmpty()
        ? Optional.of(
            "token audiences %s is invalid for the target audiences %s"
                .formatted(quoted(effective(ofToken, settings)), quoted(requested)))
        : Optional.empty();
  }

  /** Prints a list as Go does. */
  private static String quoted(List<String> texts) {
    return texts.stream().map(Quotation::of).collect(Collectors.joining(" ", "[", "]"));
  }

  private Optional<String> timeProblem(TokenClaims claims) {
    long now = timers.now().getEpochSecond();
    long leeway = LEEWAY.toSeconds();
    if (claims.notBefore() > now + leeway) {
      return Optional.of("service account token is not valid yet");
    }
    if (claims.notAfter() != 0 && claims.notAfter() < now - leeway) {
      return Optional.of("service account token has expired");
    }
    return claims.issuedAt() > now + leeway
        ? Optional.of("service account token is issued in the future")
        : Optional.empty();
  }

  private CompletionStage<TokenResult> lookUp(TokenClaims claims, List<String> audiences) {
    String namespace = claims.namespace();
    return find("serviceaccounts", namespace, claims.account())
        .thenCompose(
            account ->
                accountProblem(claims, account.orElse(null))
                    .map(CompletableFuture::completedStage)
                    .orElseGet(() -> boundProblem(claims)))
        .thenApply(
            problem ->
                problem.isEmpty()
                    ? annotated(claims, TokenResult.of(AccountUsers.of(claims), audiences))
                    : TokenResult.rejected(problem));
  }

  /** Adds an audit annotation if the holder should have replaced the token by now. */
  private TokenResult annotated(TokenClaims claims, TokenResult accepted) {
    long late = timers.now().getEpochSecond() - claims.warnAfter();
    return claims.warnAfter() == 0 || late <= 0
        ? accepted
        : accepted.annotated(
            "authentication.k8s.io/stale-token",
            "subject: %s, seconds after warning threshold: %d".formatted(claims.userName(), late));
  }

  private CompletionStage<Optional<Resource>> find(
      String plural, @Nullable String namespace, Reference reference) {
    return reference.name().isEmpty() || reference.name().contains("/")
        ? CompletableFuture.completedFuture(Optional.empty())
        : objects.find(plural, namespace, reference.name());
  }

  private Optional<String> accountProblem(TokenClaims claims, @Nullable Resource account) {
    Reference claimed = claims.account();
    if (claimed.name().isEmpty()) {
      return Optional.of("resource name may not be empty");
    }
    if (account == null) {
      return Optional.of("serviceaccounts %s not found".formatted(Quotation.of(claimed.name())));
    }
    String uid = account.uid().orElse("");
    if (!uid.equals(claimed.uid())) {
      return Optional.of(
          "service account UID (%s) does not match claim (%s)".formatted(uid, claimed.uid()));
    }
    return isDeleted(account)
        ? Optional.of(
            "service account %s/%s has been deleted".formatted(claims.namespace(), claimed.name()))
        : Optional.empty();
  }

  /** Does not look up the node of a pod: that claim is only informational. */
  private CompletionStage<String> boundProblem(TokenClaims claims) {
    Reference node = claims.pod() == null ? claims.node() : null;
    return problem("secret", "secrets", claims.namespace(), claims.secret())
        .thenCompose(or(() -> problem("pod", "pods", claims.namespace(), claims.pod())))
        .thenCompose(or(() -> problem("node", "nodes", null, node)));
  }

  private static Function<String, CompletionStage<String>> or(
      Supplier<CompletionStage<String>> next) {
    return problem -> problem.isEmpty() ? next.get() : CompletableFuture.completedFuture(problem);
  }

  private CompletionStage<String> problem(
      String kind, String plural, @Nullable String namespace, @Nullable Reference claimed) {
    return claimed == null
        ? CompletableFuture.completedFuture("")
        : find(plural, namespace, claimed)
            .thenApply(found -> problem(kind, claimed, found.orElse(null)));
  }

  private String problem(String kind, Reference claimed, @Nullable Resource found) {
    if (found == null) {
      return INVALIDATED;
    }
    String uid = found.uid().orElse("");
    if (!uid.equals(claimed.uid())) {
      return "%s UID (%s) does not match service account %s ref claim (%s)"
          .formatted(kind, uid, kind, claimed.uid());
    }
    return isDeleted(found) ? INVALIDATED : "";
  }

  /**
   * True if the object's deletion timestamp has passed. A terminating pod's timestamp is the end of
   * its grace period.
   */
  private boolean isDeleted(Resource object) {
    Instant limit = timers.now().minus(LEEWAY);
    return object.text(DELETED).map(ServiceAccountTokens::time).orElse(Instant.MAX).isBefore(limit);
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException malformed) {
      return Instant.MIN;
    }
  }
}
