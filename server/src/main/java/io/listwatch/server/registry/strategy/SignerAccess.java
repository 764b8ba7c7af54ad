package io.listwatch.server.registry.strategy;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import java.time.Instant;

/** Who asks something of the signers of certificates, and when. */
record SignerAccess(UserInfo user, Instant now, Authorizer authorizer) {
  /** For those who only read. */
  static final SignerAccess NONE =
      new SignerAccess(UserInfo.SERVER, Instant.EPOCH, Authorizer.allowAll());

  /** Whether the user may do this for a signer, or for all of its domain. */
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
