package io.listwatch.server.audit;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.util.Collections;
import java.util.List;

/**
 * One rule of a policy. An empty list matches everything.
 *
 * @param decision about the requests that match
 */
record AuditRule(
    AuditDecision decision,
    List<String> users,
    List<String> groups,
    List<String> verbs,
    List<String> namespaces,
    List<Resources> resources,
    List<String> paths) {
  AuditRule {
    users = List.copyOf(users);
    groups = List.copyOf(groups);
    verbs = List.copyOf(verbs);
    namespaces = List.copyOf(namespaces);
    resources = List.copyOf(resources);
    paths = List.copyOf(paths);
  }

  /** The user is the authenticated one, even if the request impersonates another. */
  boolean matches(UserInfo caller, AccessRequest request) {
    return (users.isEmpty() || users.contains(caller.name()))
        && (groups.isEmpty() || !Collections.disjoint(groups, caller.groups()))
        && (verbs.isEmpty() || verbs.contains(request.verb()))
        && matchesTarget(request);
  }

  private boolean matchesTarget(AccessRequest request) {
    if (!namespaces.isEmpty() || !resources.isEmpty()) {
      return request.aboutResource() && matchesResource(request);
    }
    return paths.isEmpty()
        || (!request.aboutResource()
            && paths.stream().anyMatch(each -> matchesPath(each, request.path())));
  }

  private boolean matchesResource(AccessRequest request) {
    String namespace = request.namespace() == null ? "" : request.namespace();
    return (namespaces.isEmpty() || namespaces.contains(namespace))
        && (resources.isEmpty() || resources.stream().anyMatch(each -> each.matches(request)));
  }

  private static boolean matchesPath(String pattern, String path) {
    return pattern.equals("*")
        || pattern.equals(path)
        || (pattern.endsWith("*") && path.startsWith(pattern.substring(0, pattern.indexOf('*'))));
  }

  /**
   * Resources of one group.
   *
   * @param group {@code *} for every group
   * @param plurals such as {@code pods}, {@code pods/log}, {@code pods/*} and {@code *}{@code
   *     /status}; empty for all resources and subresources of the group
   */
  record Resources(String group, List<String> plurals, List<String> names) {
    Resources {
      plurals = List.copyOf(plurals);
      names = List.copyOf(names);
    }

    boolean matches(AccessRequest request) {
      if (!group.equals("*") && !group.equals(request.group())) {
        return false;
      }
      String name = request.name() == null ? "" : request.name();
      return plurals.isEmpty()
          || ((names.isEmpty() || names.contains(name))
              && plurals.stream().anyMatch(each -> matches(each, request)));
    }

    private static boolean matches(String pattern, AccessRequest request) {
      String part = request.subresource();
      String whole = part.isEmpty() ? request.resource() : request.resource() + "/" + part;
      return pattern.equals("*")
          || pattern.equals(whole)
          || (!part.isEmpty() && pattern.equals("*/" + part))
          || pattern.equals(request.resource() + "/*");
    }
  }
}
