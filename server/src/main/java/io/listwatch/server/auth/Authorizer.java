package io.listwatch.server.auth;

/**
 * Says whether somebody may do what they ask.
 *
 * <p>Called by the threads that serve connections, many at a time: it must not wait.
 */
@FunctionalInterface
public interface Authorizer {
  /** Lets everybody do everything; for tests. */
  static Authorizer allowAll() {
    return new AllowingAuthorizer();
  }

  Decision authorize(AccessRequest request);

  /** What somebody may do in a namespace, as far as that can be listed. */
  default AccessRules rules(UserInfo user, String namespace) {
    return AccessRules.unknown("the authorizer does not support rule resolution");
  }

  /**
   * What came of it.
   *
   * @param reason why not, for the one who asked; may be empty
   */
  record Decision(boolean allowed, String reason) {
    public static final Decision ALLOWED = new Decision(true, "");

    public static Decision denied(String reason) {
      return new Decision(false, reason);
    }
  }
}
