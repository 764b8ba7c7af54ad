package io.listwatch.server.auth.token;

import java.util.concurrent.CompletionStage;

/**
 * The source of the keys of service account tokens.
 *
 * <p>Thread-safe. No method blocks. Failures are {@link io.listwatch.model.ApiException}s, through
 * the stage.
 */
public interface TokenKeySource {
  /** Completes with all keys, one of which signs; creates that key if there is none yet. */
  CompletionStage<TokenKeys> signing();

  /**
   * Completes with all known keys.
   *
   * @param id a key that has to be among them; if it is not, the source looks for new keys. Empty
   *     if no particular key is needed
   */
  CompletionStage<TokenKeys> verifying(String id);
}
