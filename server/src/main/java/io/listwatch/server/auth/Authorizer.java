package io.listwatch.server.auth;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides whether a user may make a request.
 *
 * <p>Called by event loops, many at a time: it must not block.
 */
@FunctionalInterface
public interface Authorizer {
  /** Returns an authorizer that allows every request. */
  static Authorizer allowAll() {
    return new AllowingAuthorizer();
  }

  /** Returns an authorizer that allows no request, and leaves each to the next authorizer. */
  static Authorizer allowNone() {
    return new ForbiddingAuthorizer();
  }

  /**
   * Decides at once. An authorizer that {@link #waits} denies here: callers use {@link #decide}, or
   * {@link AwaitedDecisions} in code that cannot wait.
   */
  Decision authorize(AccessRequest request);

  /** Completes with the decision. */
  default CompletionStage<Decision> decide(AccessRequest request) {
    return CompletableFuture.completedFuture(authorize(request));
  }

  /** True if a decision may have to wait for another program. */
  default boolean waits() {
    return false;
  }

  /** Returns the rules that apply to a user in a namespace, as far as they can be listed. */
  default AccessRules rules(UserInfo user, String namespace) {
    return AccessRules.unknown("the authorizer does not support rule resolution");
  }

  /** The opinion of an authorizer about a request. */
  enum Verdict {
    /** The user may make the request. No further authorizer is asked. */
    ALLOW,

    /** The user must not make the request. No further authorizer is asked. */
    DENY,

    /** The next authorizer decides. After the last one, the request is denied. */
    NO_OPINION
  }

  /**
   * The decision about one request.
   *
   * @param reason shown to a client that is not allowed; may be empty
   * @param failure why an authorizer could not decide; empty if all could
   */
  record Decision(Verdict verdict, String reason, String failure) {
    public static final Decision ALLOWED = new Decision(Verdict.ALLOW, "", "");

    public static Decision allowed(String reason) {
      return new Decision(Verdict.ALLOW, reason, "");
    }

    public static Decision denied(String reason) {
      return new Decision(Verdict.DENY, reason, "");
    }

    public static Decision noOpinion(String reason) {
      return new Decision(Verdict.NO_OPINION, reason, "");
    }

    public boolean allowed() {
      return verdict == Verdict.ALLOW;
    }
  }
}
