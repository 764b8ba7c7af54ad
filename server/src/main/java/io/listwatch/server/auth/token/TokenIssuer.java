package io.listwatch.server.auth.token;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.resource.Workers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Signs the tokens of service accounts.
 *
 * <p>Thread-safe. Never blocks: signing takes a millisecond and runs on a worker.
 */
public final class TokenIssuer {
  private final TokenSettings settings;
  private final TokenKeySource keys;
  private final Workers workers;

  public TokenIssuer(TokenSettings settings, TokenKeySource keys, Workers workers) {
    this.settings = settings;
    this.keys = keys;
    this.workers = workers;
  }

  public TokenSettings settings() {
    return settings;
  }

  public CompletionStage<String> issue(TokenClaims claims) {
    return sign(claims.payload(settings.issuers().get(0)));
  }

  /** Returns the token of a secret of type {@code kubernetes.io/service-account-token}. */
  public CompletionStage<String> issueLegacy(
      String namespace, String secret, String account, String accountUid) {
    return sign(LegacyTokens.payload(namespace, secret, account, accountUid));
  }

  private CompletionStage<String> sign(JsonObject payload) {
    return keys.signing()
        .thenCompose(
            known ->
                workers.compose(
                    () ->
                        CompletableFuture.completedFuture(
                            Jws.sign(payload, known.signing().orElseThrow()))));
  }
}
