package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.token.TokenClaims.Reference;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the tokens in secrets of type {@code kubernetes.io/service-account-token}. They
 * have no expiry and no audience, and are valid as long as their secret and their account exist.
 * The messages are kube-apiserver's.
 *
 * <p>Thread-safe. Never blocks.
 */
public final class LegacyTokens implements BearerTokens {
  private static final String ISSUER = "kubernetes/serviceaccount";
  private static final String CLAIM = "kubernetes.io/serviceaccount/";
  private static final String NAMESPACE = CLAIM + "namespace";
  private static final String SECRET = CLAIM + "secret.name";
  private static final String ACCOUNT = CLAIM + "service-account.name";
  private static final String ACCOUNT_UID = CLAIM + "service-account.uid";

  private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";
  private static final String INVALIDATED = "Token has been invalidated";
  private static final JsonPath CONTENT = JsonPath.of("data.token");
  private static final JsonPath SECRETS = JsonPath.of("secrets[*].name");

  private final TokenSettings settings;
  private final SignatureCheck signatures;
  private final AccountObjects objects;
  private final Consumer<Resource> used;

  /**
   * @param used called with a secret whose token was used
   */
  public LegacyTokens(
      TokenSettings settings,
      SignatureCheck signatures,
      AccountObjects objects,
      Consumer<Resource> used) {
    this.settings = settings;
    this.signatures = signatures;
    this.objects = objects;
    this.used = used;
  }

  /** Returns the payload of the token in a secret, with its claims in kube-apiserver's order. */
  static JsonObject payload(String namespace, String secret, String account, String accountUid) {
    return new JsonObject()
        .put("iss", ISSUER)
        .put(NAMESPACE, namespace)
        .put(SECRET, secret)
        .put(ACCOUNT, account)
        .put(ACCOUNT_UID, accountUid)
        .put("sub", AccountUsers.name(namespace, account));
  }

  @Override
  public CompletionStage<TokenResult> authenticate(String token, List<String> audiences) {
    Optional<Jws> parsed =
        Jws.parse(token).filter(each -> each.payload().path("iss").asText().equals(ISSUER));
    if (parsed.isEmpty()) {
      return CompletableFuture.completedFuture(TokenResult.UNKNOWN);
    }
    JsonObject claims = parsed.get().payload();
    List<String> ofToken = TokenClaims.audiences(claims.path("aud"));
    List<String> shared = ServiceAccountTokens.shared(ofToken, settings, audiences);
    return signatures
        .problem(token, parsed.get())
        .thenCompose(
            problem ->
                Optional.of(problem)
                    .filter(each -> !each.isEmpty())
                    .or(
                        () ->
                            ServiceAccountTokens.audienceProblem(
                                ofToken, settings, audiences, shared))
                    .or(() -> missing(claims))
                    .map(why -> CompletableFuture.completedStage(TokenResult.rejected(why)))
                    .orElseGet(() -> lookUp(token, claims, shared)));
  }

  private static Optional<String> missing(JsonObject claims) {
    if (text(claims, "sub").isEmpty()) {
      return Optional.of("sub claim is missing");
    }
    if (text(claims, NAMESPACE).isEmpty()) {
      return Optional.of("namespace claim is missing");
    }
    if (text(claims, SECRET).isEmpty()) {
      return Optional.of("secretName claim is missing");
    }
    if (text(claims, ACCOUNT).isEmpty()) {
      return Optional.of("serviceAccountName claim is missing");
    }
    if (text(claims, ACCOUNT_UID).isEmpty()) {
      return Optional.of("serviceAccountUID claim is missing");
    }
    String name = AccountUsers.name(text(claims, NAMESPACE), text(claims, ACCOUNT));
    return text(claims, "sub").equals(name)
        ? Optional.empty()
        : Optional.of("sub claim is invalid");
  }

  private static String text(JsonObject claims, String name) {
    return claims.path(name).asText();
  }

  private CompletionStage<TokenResult> lookUp(
      String token, JsonObject claims, List<String> audiences) {
    String namespace = text(claims, NAMESPACE);
    return objects
        .find("secrets", namespace, text(claims, SECRET))
        .thenCompose(
            found -> {
              Resource secret = found.orElse(null);
              String problem = secretProblem(token, secret);
              return secret == null || !problem.isEmpty()
                  ? CompletableFuture.completedFuture(TokenResult.rejected(problem))
                  : objects
                      .find("serviceaccounts", namespace, text(claims, ACCOUNT))
                      .thenApply(
                          account -> decide(claims, secret, account.orElse(null), audiences));
            });
  }

  private static String secretProblem(String token, @Nullable Resource secret) {
    if (secret == null || secret.terminating()) {
      return INVALIDATED;
    }
    return MessageDigest.isEqual(content(secret), token.getBytes(UTF_8))
        ? ""
        : "Token does not match server's copy";
  }

  private static byte[] content(Resource secret) {
    try {
      return Base64.getDecoder().decode(secret.text(CONTENT).orElse(""));
    } catch (IllegalArgumentException malformed) {
      return new byte[0];
    }
  }

  private TokenResult decide(
      JsonObject claims, Resource secret, @Nullable Resource account, List<String> audiences) {
    String namespace = text(claims, NAMESPACE);
    String name = text(claims, ACCOUNT);
    var claimed = new Reference(name, text(claims, ACCOUNT_UID));
    if (account == null) {
      return TokenResult.rejected("serviceaccounts \"%s\" not found".formatted(name));
    }
    if (account.terminating()) {
      return TokenResult.rejected(
          "ServiceAccount %s/%s has been deleted".formatted(namespace, name));
    }
    String uid = account.uid().orElse("");
    if (!uid.equals(claimed.uid())) {
      return TokenResult.rejected(
          "ServiceAccount UID (%s) does not match claim (%s)".formatted(uid, claimed.uid()));
    }
    used.accept(secret);
    if (!secret.labelMap().getOrDefault(INVALID_SINCE, "").isEmpty()) {
      return TokenResult.rejected(
              ("the token in secret %s/%s for service account %s/%s has been marked invalid. Use"
                   + " tokens from the TokenRequest API or manually created secret-based tokens, or"
                   + " remove the '%s' label from the secret to temporarily allow use of this"
                   + " token")
                  .formatted(namespace, secret.key().name(), namespace, name, INVALID_SINCE))
          .annotated(
              "authentication.k8s.io/legacy-token-invalidated",
              secret.key().name() + "/" + namespace);
    }
    TokenResult accepted =
        TokenResult.of(AccountUsers.of(namespace, claimed), audiences)
            .annotated("authentication.k8s.io/legacy-token", text(claims, "sub"));
    String secretName = secret.key().name();
    return account.texts(SECRETS).contains(secretName)
        ? accepted
            .annotated("authentication.k8s.io/legacy-token-autogenerated-secret", secretName)
            .warning(
                "Use tokens from the TokenRequest API or manually created secret-based tokens"
                    + " instead of auto-generated secret-based tokens.")
        : accepted.annotated("authentication.k8s.io/legacy-token-manual-secret", secretName);
  }
}
