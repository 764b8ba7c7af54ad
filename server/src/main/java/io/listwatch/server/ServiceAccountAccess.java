package io.listwatch.server;

import io.listwatch.model.Resource;
import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.token.AccountObjects;
import io.listwatch.server.auth.token.BootstrapTokens;
import io.listwatch.server.auth.token.LegacyTokens;
import io.listwatch.server.auth.token.OpenIdDocuments;
import io.listwatch.server.auth.token.ServiceAccountTokens;
import io.listwatch.server.auth.token.SignatureCheck;
import io.listwatch.server.auth.token.TokenIssuer;
import io.listwatch.server.auth.token.TokenKey;
import io.listwatch.server.auth.token.TokenKeySource;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.resource.Workers;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Wires service account tokens: their keys, the issuer, and the kinds of tokens. */
final class ServiceAccountAccess {
  private final TokenSettings settings;
  private final Workers workers;
  private final Timers timers;
  private final TokenKeySource keys;
  private final TokenIssuer issuer;

  ServiceAccountAccess(TokenSettings settings, Storage storage, Workers workers, Timers timers) {
    this.settings = settings;
    this.workers = workers;
    this.timers = timers;
    List<TokenKey> others =
        settings.verificationKeys().stream().map(each -> TokenKey.of(each, null)).toList();
    KeyPair signing = settings.signingKey();
    this.keys =
        signing == null
            ? new StoredTokenKeys(storage, others, workers, timers)
            : new FixedTokenKeys(signing, others);
    this.issuer = new TokenIssuer(settings, keys, workers);
  }

  TokenIssuer issuer() {
    return issuer;
  }

  /**
   * Returns the authenticators of tokens, in kube-apiserver's order.
   *
   * @param cached finds objects in watch caches only: every client may send a bootstrap token, and
   *     must not make the server read storage
   * @param used called with a secret whose token was used
   */
  List<BearerTokens> tokens(
      AccountObjects objects, AccountObjects cached, Consumer<Resource> used) {
    var signatures = new SignatureCheck(keys, workers);
    var all = new ArrayList<BearerTokens>();
    all.add(new LegacyTokens(settings, signatures, objects, used));
    all.add(new ServiceAccountTokens(settings, signatures, objects, timers));
    if (settings.bootstrap()) {
      all.add(new BootstrapTokens(settings, cached, timers));
    }
    return all;
  }

  /**
   * Returns the documents with which other programs verify tokens; null if the issuer is not a URL
   * that OpenID Connect allows, as in kube-apiserver.
   *
   * @param address host and port of this server
   */
  @Nullable OpenIdDocuments documents(Supplier<String> address) {
    return isDiscoverable(settings.issuers().get(0))
        ? new OpenIdDocuments(settings, keys, address)
        : null;
  }

  private static boolean isDiscoverable(String issuer) {
    try {
      URI uri = URI.create(issuer);
      return "https".equals(uri.getScheme())
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null;
    } catch (IllegalArgumentException noUri) {
      return false;
    }
  }
}
