package io.listwatch.server.registry.strategy;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.AwaitedDecisions;
import io.listwatch.server.auth.UserInfo;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/**
 * Checks a user's access to certificate signers.
 *
 * @param now the time of the request
 */
record SignerAccess(UserInfo user, Instant now, Authorizer authorizer) {
  /** For reads, which check no access. */
  static final SignerAccess NONE =
      new SignerAccess(UserInfo.SERVER, Instant.EPOCH, Authorizer.allowAll());

  /** Completes with the access to one signer once the authorizer has decided about this verb. */
  static CompletionStage<SignerAccess> decided(
      UserInfo user, Instant now, Authorizer authorizer, String verb, String signer) {
    return AwaitedDecisions.during(
            authorizer,
            Runnable::run,
            known -> new SignerAccess(user, now, known).allows(verb, signer))
        .thenApply(allowed -> new SignerAccess(user, now, request -> decision(allowed)));
  }

  private static Authorizer.Decision decision(boolean allowed) {
    return allowed ? Authorizer.Decision.ALLOWED : Authorizer.Decision.noOpinion("");
  }

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
