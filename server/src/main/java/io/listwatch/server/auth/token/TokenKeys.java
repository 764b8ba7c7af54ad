package io.listwatch.server.auth.token;

import java.util.List;
import java.util.Optional;

/**
 * The keys of service account tokens at one time.
 *
 * @param all every key that verifies; the first with a private key signs
 */
public record TokenKeys(List<TokenKey> all) {
  /** No keys: no token has been issued yet. */
  public static final TokenKeys NONE = new TokenKeys(List.of());

  public TokenKeys {
    all = List.copyOf(all);
  }

  /** Returns the key that signs new tokens; empty if there is none yet. */
  public Optional<TokenKey> signing() {
    return all.stream().filter(each -> each.privateKey() != null).findFirst();
  }

  /** Returns the keys with an id, or all for an empty id. */
  List<TokenKey> named(String id) {
    return id.isEmpty() ? all : all.stream().filter(each -> each.id().equals(id)).toList();
  }
}
