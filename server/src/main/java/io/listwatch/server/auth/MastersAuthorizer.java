package io.listwatch.server.auth;

import java.util.Set;

/**
 * Lets {@link UserInfo#MASTERS} do everything, and everybody see whether the server is well and
 * which version it is. There are no roles yet: nobody else may do anything.
 */
public final class MastersAuthorizer implements Authorizer {
  private static final Set<String> PUBLIC_VERBS = Set.of("get", "head");

  @Override
  public Decision authorize(AccessRequest request) {
    if (request.user().groups().contains(UserInfo.MASTERS)) {
      return Decision.ALLOWED;
    }
    return isPublic(request) ? Decision.ALLOWED : Decision.denied("");
  }

  private static boolean isPublic(AccessRequest request) {
    String path = request.path();
    return !request.aboutResource()
        && PUBLIC_VERBS.contains(request.verb())
        && (path.equals("/version") || path.matches("/(healthz|livez|readyz)(/.*)?"));
  }
}
