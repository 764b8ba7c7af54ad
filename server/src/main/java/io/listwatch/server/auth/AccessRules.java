package io.listwatch.server.auth;

import java.util.List;

/**
 * The rules that apply to a user, for SelfSubjectRulesReview. The rules are only shown: {@link
 * Authorizer#authorize} makes the decisions.
 *
 * @param problem the error that occurred; empty if there was none
 * @param incomplete true if other rules may apply
 */
public record AccessRules(
    List<OnResources> resources, List<OnPaths> paths, String problem, boolean incomplete) {
  private static final List<String> ALL = List.of("*");

  /** Allows everything. */
  public static final AccessRules EVERYTHING =
      new AccessRules(List.of(new OnResources(ALL, ALL, ALL)), List.of(new OnPaths(ALL, ALL)), "");

  /** Allows nothing. */
  public static final AccessRules NONE = new AccessRules(List.of(), List.of(), "");

  /** Creates a complete list. */
  public AccessRules(List<OnResources> resources, List<OnPaths> paths, String problem) {
    this(resources, paths, problem, false);
  }

  public AccessRules {
    resources = List.copyOf(resources);
    paths = List.copyOf(paths);
  }

  /** Returns an empty list of rules that is incomplete for the given reason. */
  public static AccessRules unknown(String problem) {
    return new AccessRules(List.of(), List.of(), problem, true);
  }

  /**
   * Verbs that are allowed on resources of API groups.
   *
   * @param names the names of objects; empty for all
   */
  public record OnResources(
      List<String> verbs, List<String> groups, List<String> resources, List<String> names) {
    public OnResources(List<String> verbs, List<String> groups, List<String> resources) {
      this(verbs, groups, resources, List.of());
    }

    public OnResources {
      verbs = List.copyOf(verbs);
      groups = List.copyOf(groups);
      resources = List.copyOf(resources);
      names = List.copyOf(names);
    }
  }

  /** Verbs that are allowed on non-resource paths; a star at the end matches any suffix. */
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
