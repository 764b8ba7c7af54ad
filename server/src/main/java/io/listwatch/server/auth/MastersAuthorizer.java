package io.listwatch.server.auth;

import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.auth.AccessRules.OnPaths;
import io.listwatch.server.auth.AccessRules.OnResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Allows {@link UserInfo#MASTERS} everything. Every user may read the health checks and the
 * version. Authenticated users may also read discovery and OpenAPI and create self-subject reviews.
 * Nothing else is allowed. For servers without RBAC, whose only users are administrators.
 */
public final class MastersAuthorizer implements Authorizer {
  /** The HTTP methods that read a path. */
  private static final Set<String> PUBLIC_METHODS = Set.of("get", "head");

  private static final List<String> CREATE = List.of(Verb.CREATE.word());

  private static final OnPaths PUBLIC =
      new OnPaths(
          List.of("get"), List.of("/healthz", "/livez", "/readyz", "/version", "/version/"));

  private static final OnPaths DISCOVERY =
      new OnPaths(
          List.of("get"),
          List.of(
              "/api",
              "/api/*",
              "/apis",
              "/apis/*",
              "/healthz",
              "/livez",
              "/openapi",
              "/openapi/*",
              "/readyz",
              "/version",
              "/version/"));

  private static final List<OnResources> SELF_REVIEWS =
      List.of(
          new OnResources(CREATE, List.of("authentication.k8s.io"), List.of("selfsubjectreviews")),
          new OnResources(
              CREATE,
              List.of("authorization.k8s.io"),
              List.of("selfsubjectaccessreviews", "selfsubjectrulesreviews")));

  @Override
  public Decision authorize(AccessRequest request) {
    boolean allowed =
        request.user().groups().contains(UserInfo.MASTERS)
            || (request.aboutResource() ? isSelfReview(request) : isReadable(request));
    return allowed ? Decision.ALLOWED : Decision.noOpinion("");
  }

  private static boolean isSelfReview(AccessRequest request) {
    return isAuthenticated(request.user())
        && request.subresource().isEmpty()
        && SELF_REVIEWS.stream()
            .anyMatch(
                rule ->
                    rule.verbs().contains(request.verb())
                        && rule.groups().contains(request.group())
                        && rule.resources().contains(request.resource()));
  }

  /** Each health check also has a path of its own, such as {@code /readyz/storage}. */
  private static boolean isReadable(AccessRequest request) {
    String path = request.path();
    return PUBLIC_METHODS.contains(request.verb())
        && (PUBLIC.covers(path)
            || path.matches("/(healthz|livez|readyz)/.*")
            || (isAuthenticated(request.user()) && DISCOVERY.covers(path)));
  }

  private static boolean isAuthenticated(UserInfo user) {
    return user.groups().contains(UserInfo.AUTHENTICATED);
  }

  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    var resources = new ArrayList<OnResources>();
    var paths = new ArrayList<OnPaths>();
    if (user.groups().contains(UserInfo.MASTERS)) {
      resources.addAll(AccessRules.EVERYTHING.resources());
      paths.addAll(AccessRules.EVERYTHING.paths());
    }
    if (isAuthenticated(user)) {
      resources.addAll(SELF_REVIEWS);
      paths.add(DISCOVERY);
    }
    paths.add(PUBLIC);
    return new AccessRules(resources, paths, "");
  }
}
