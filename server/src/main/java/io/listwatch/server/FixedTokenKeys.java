package io.listwatch.server;

import io.listwatch.server.auth.token.TokenKey;
import io.listwatch.server.auth.token.TokenKeySource;
import io.listwatch.server.auth.token.TokenKeys;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The keys of service account tokens that the configuration names. They change only at a restart.
 */
final class FixedTokenKeys implements TokenKeySource {
  private final TokenKeys keys;

  /** The signing key also verifies tokens, whether or not {@code others} contains it. */
  FixedTokenKeys(KeyPair signing, List<TokenKey> others) {
    TokenKey signer = TokenKey.of(signing.getPublic(), signing.getPrivate());
    var all = new ArrayList<TokenKey>();
    if (others.stream().noneMatch(each -> each.id().equals(signer.id()))) {
      all.add(signer);
    }
    others.forEach(each -> all.add(each.id().equals(signer.id()) ? signer : each));
    this.keys = new TokenKeys(all);
  }

  @Override
  public CompletionStage<TokenKeys> signing() {
    return CompletableFuture.completedFuture(keys);
  }

  @Override
  public CompletionStage<TokenKeys> verifying(String id) {
    return CompletableFuture.completedFuture(keys);
  }
}
