package io.listwatch.server.auth;

/** Allows no request, with kube-apiserver's reason. */
final class ForbiddingAuthorizer implements Authorizer {
  private static final Decision FORBIDDEN = Decision.noOpinion("Everything is forbidden.");

  @Override
  public Decision authorize(AccessRequest request) {
    return FORBIDDEN;
  }

  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    return AccessRules.NONE;
  }
}
