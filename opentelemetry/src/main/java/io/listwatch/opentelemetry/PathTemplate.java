package io.listwatch.opentelemetry;

import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The path of a Kubernetes resource with placeholders for names and namespaces, so that all
 * requests of one kind have the same template: {@code
 * /api/v1/namespaces/{namespace}/pods/{name}/status}.
 */
final class PathTemplate {
  private static final String NAMESPACES = "namespaces";

  /** The subresources of a Namespace; other words after its name are resources in it. */
  private static final Set<String> OF_NAMESPACE = Set.of("status", "finalize");

  private PathTemplate() {}

  /**
   * Returns null for a path that is not a resource's.
   *
   * @param path of a URL; may have segments before {@code api} or {@code apis}
   */
  static @Nullable String of(String path) {
    List<String> segments = List.of(path.split("/", -1));
    int group = Math.max(segments.indexOf("api"), segments.indexOf("apis"));
    int version = group + (group >= 0 && segments.get(group).equals("apis") ? 2 : 1);
    if (group < 0 || segments.size() <= version + 1) {
      return null;
    }
    var template = new StringJoiner("/", "/", "");
    segments.subList(group, version + 1).forEach(template::add);
    addResource(template, segments.subList(version + 1, segments.size()));
    return template.toString();
  }

  private static void addResource(StringJoiner template, List<String> rest) {
    boolean namespaced =
        rest.size() > 2 && rest.get(0).equals(NAMESPACES) && !OF_NAMESPACE.contains(rest.get(2));
    if (namespaced) {
      template.add(NAMESPACES).add("{namespace}");
    }
    List<String> resource = namespaced ? rest.subList(2, rest.size()) : rest;
    template.add(resource.get(0));
    if (resource.size() > 1) {
      template.add("{name}");
    }
    if (resource.size() > 2) {
      template.add(resource.get(2));
    }
    if (resource.size() > 3) {
      template.add("{path}");
    }
  }
}
