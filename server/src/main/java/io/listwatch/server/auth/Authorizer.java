package io.listwatch.server.auth;

/**
 * Decides whether a user may do what a request asks for.
 *
 * <p>Called by event loops, many at a time: it must not block.
 */
@FunctionalInterface
public interface Authorizer {
  /** Returns an authorizer that allows every request; for tests. */
  static Authorizer allowAll() {
    return new AllowingAuthorizer();
  }

  Decision authorize(AccessRequest request);

  /** Returns the rules that apply to a user in a namespace, as far as they can be listed. */
  default AccessRules rules(UserInfo user, String namespace) {
    return AccessRules.unknown("the authorizer does not support rule resolution");
  }

  /**
   * The decision about one request.
   *
   * @param reason shown to the client that was denied; may be empty
   */
  record Decision(boolean allowed, String reason) {
    public static final Decision ALLOWED = new Decision(true, "");

    public static Decision denied(String reason) {
      return new Decision(false, reason);
    }
  }
}
