package io.listwatch.server.registry.strategy;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import java.time.Instant;

/**
 * Checks a user's access to certificate signers.
 *
 * @param now the time of the request
 */
record SignerAccess(UserInfo user, Instant now, Authorizer authorizer) {
  /** For reads, which check no access. */
  static final SignerAccess NONE =
      new SignerAccess(UserInfo.SERVER, Instant.EPOCH, Authorizer.allowAll());

  /** True if the user has this verb on the signer, or on all signers of its domain. */
  boolean allows(String verb, String signer) {
    String domain = signer.split("/", 2)[0];
    return isAllowed(verb, signer) || isAllowed(verb, domain + "/*");
  }

  private boolean isAllowed(String verb, String name) {
    return authorizer
        .authorize(
            AccessRequest.onResource(user, verb, "certificates.k8s.io", "signers", "", null, name))
        .allowed();
  }
}
