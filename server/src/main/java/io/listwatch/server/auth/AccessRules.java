package io.listwatch.server.auth;

import java.util.List;

/**
 * What somebody may do, as a list to be read: the decision is {@link Authorizer#authorize}'s.
 *
 * @param problem why the list is not complete; empty if it is
 */
public record AccessRules(List<OnResources> resources, List<OnPaths> paths, String problem) {
  private static final List<String> ALL = List.of("*");

  /** Of those who may do everything. */
  public static final AccessRules EVERYTHING =
      new AccessRules(List.of(new OnResources(ALL, ALL, ALL)), List.of(new OnPaths(ALL, ALL)), "");

  public AccessRules {
    resources = List.copyOf(resources);
    paths = List.copyOf(paths);
  }

  /** Nothing is known, for a reason. */
  static AccessRules unknown(String problem) {
    return new AccessRules(List.of(), List.of(), problem);
  }

  /** These verbs on these resources of these groups. */
  public record OnResources(List<String> verbs, List<String> groups, List<String> resources) {
    public OnResources {
      verbs = List.copyOf(verbs);
      groups = List.copyOf(groups);
      resources = List.copyOf(resources);
    }
  }

  /** These verbs on these paths, which are no resource's; a star at the end stands for the rest. */
  public record OnPaths(List<String> verbs, List<String> paths) {
    public OnPaths {
      verbs = List.copyOf(verbs);
      paths = List.copyOf(paths);
    }

    boolean covers(String path) {
      return paths.stream()
          .anyMatch(
              each ->
                  each.endsWith("*")
                      ? path.startsWith(each.substring(0, each.length() - 1))
                      : path.equals(each));
    }
  }
}
