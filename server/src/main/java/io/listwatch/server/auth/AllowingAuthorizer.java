package io.listwatch.server.auth;

/** Allows every request. */
final class AllowingAuthorizer implements Authorizer {
  @Override
  public Decision authorize(AccessRequest request) {
    return Decision.ALLOWED;
  }

  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    return AccessRules.EVERYTHING;
  }
}
