package io.listwatch.server.fairness;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.util.List;

/**
 * A rule of a FlowSchema: matches the requests of some subjects to some resources or paths.
 *
 * <p>A list that is only {@code *} matches everything.
 */
public record FlowRule(List<Subject> subjects, List<ResourceRule> resources, List<PathRule> paths) {
  private static final String ANY = "*";

  public FlowRule {
    subjects = List.copyOf(subjects);
    resources = List.copyOf(resources);
    paths = List.copyOf(paths);
  }

  boolean matches(AccessRequest request) {
    return subjects.stream().anyMatch(each -> each.matches(request.user()))
        && (request.aboutResource()
            ? resources.stream().anyMatch(each -> each.matches(request))
            : paths.stream().anyMatch(each -> each.matches(request)));
  }

  private static boolean has(List<String> list, String value) {
    return list.contains(value) || list.equals(List.of(ANY));
  }

  /**
   * A user, a group, or service accounts.
   *
   * @param namespace of a service account; else empty
   * @param name {@code *} for all
   */
  public record Subject(Kind kind, String namespace, String name) {
    private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

    boolean matches(UserInfo user) {
      boolean all = name.equals(ANY);
      return switch (kind) {
        case USER -> all || name.equals(user.name());
        case GROUP -> all || user.groups().contains(name);
        case UNKNOWN -> false;
        case SERVICE_ACCOUNT -> {
          String prefix = SERVICE_ACCOUNT + namespace + ":";
          yield all ? user.name().startsWith(prefix) : user.name().equals(prefix + name);
        }
      };
    }

    /** The kinds of subjects. */
    public enum Kind {
      USER,
      GROUP,
      SERVICE_ACCOUNT,

      /** A kind of a newer version; matches no user. */
      UNKNOWN
    }
  }

  /**
   * Verbs on resources.
   *
   * @param clusterScope true to match requests without a namespace
   */
  public record ResourceRule(
      List<String> verbs,
      List<String> groups,
      List<String> resources,
      List<String> namespaces,
      boolean clusterScope) {
    public ResourceRule {
      verbs = List.copyOf(verbs);
      groups = List.copyOf(groups);
      resources = List.copyOf(resources);
      namespaces = List.copyOf(namespaces);
    }

    boolean matches(AccessRequest request) {
      String namespace = request.namespace();
      return has(verbs, request.verb())
          && has(resources, resource(request))
          && has(groups, request.group())
          && (namespace == null ? clusterScope : has(namespaces, namespace));
    }

    private static String resource(AccessRequest request) {
      return request.subresource().isEmpty()
          ? request.resource()
          : request.resource() + "/" + request.subresource();
    }
  }

  /** Verbs on non-resource paths. */
  public record PathRule(List<String> verbs, List<String> paths) {
    public PathRule {
      verbs = List.copyOf(verbs);
      paths = List.copyOf(paths);
    }

    boolean matches(AccessRequest request) {
      return has(verbs, request.verb())
          && paths.stream().anyMatch(each -> covers(each, request.path()));
    }

    /** A path covers the paths below it, with or without an asterisk. */
    private static boolean covers(String rule, String path) {
      if (rule.equals(ANY) || rule.equals(path)) {
        return true;
      }
      String prefix = rule.endsWith(ANY) ? rule.substring(0, rule.length() - 1) : rule;
      return path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/");
    }
  }
}
