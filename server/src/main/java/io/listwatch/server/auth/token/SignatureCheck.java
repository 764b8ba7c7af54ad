package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.server.resource.Workers;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Verifies the signatures of tokens on workers, and caches the tokens whose signature is valid: a
 * client sends the same token with every request.
 *
 * <p>Thread-safe. Never blocks.
 */
public final class SignatureCheck {
  /** The message of go-jose, which kube-apiserver shows. */
  private static final String WRONG = "go-jose/go-jose: error in cryptographic primitive";

  private static final String NO_KEY = "invalid signature, no keys found";

  /** When the cache holds this many tokens it is cleared. */
  private static final int MAX_REMEMBERED = 10_000;

  private final TokenKeySource keys;
  private final Workers workers;

  /** The SHA-256 of tokens with a valid signature. Keys are never revoked while a server runs. */
  private final Set<ByteBuffer> remembered = ConcurrentHashMap.newKeySet();

  public SignatureCheck(TokenKeySource keys, Workers workers) {
    this.keys = keys;
    this.workers = workers;
  }

  /** Completes with the problem of the signature; empty if it is valid. */
  CompletionStage<String> problem(String token, Jws parsed) {
    ByteBuffer digest = digest(token);
    if (remembered.contains(digest)) {
      return CompletableFuture.completedFuture("");
    }
    return keys.verifying(parsed.keyId())
        .thenCompose(
            known ->
                workers.compose(() -> CompletableFuture.completedFuture(verify(parsed, known))))
        .thenApply(
            problem -> {
              if (problem.isEmpty()) {
                remember(digest);
              }
              return problem;
            });
  }

  private static String verify(Jws token, TokenKeys known) {
    List<TokenKey> candidates = known.named(token.keyId());
    if (candidates.isEmpty()) {
      return NO_KEY;
    }
    return candidates.stream()
            .anyMatch(each -> token.isSignedWith(each.verifying(token.algorithm())))
        ? ""
        : WRONG;
  }

  private void remember(ByteBuffer digest) {
    if (remembered.size() >= MAX_REMEMBERED) {
      remembered.clear();
    }
    remembered.add(digest);
  }

  private static ByteBuffer digest(String token) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
