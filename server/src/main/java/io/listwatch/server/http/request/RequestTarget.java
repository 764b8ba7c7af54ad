package io.listwatch.server.http.request;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parsed path of a request.
 *
 * <pre>
 *   /api/v1[/watch]/...        /apis/{group}/{version}[/watch]/...
 *       {plural}[/{name}[/{subresource}]]
 *       namespaces/{namespace}/{plural}[/{name}[/{subresource}]]
 * </pre>
 */
public sealed interface RequestTarget {
  /**
   * The maximum number of segments: more than any valid path has, and few enough for an event loop.
   */
  int MAX_SEGMENTS = 32;

  /** Returns the decoded path. */
  String path();

  /** Parses a decoded path. */
  static RequestTarget of(String path) {
    List<String> segments = segments(path);
    int prefix = prefixLength(segments);
    if (segments.size() <= prefix) {
      return new Other(path, segments);
    }
    String group = prefix == 2 ? "" : segments.get(1);
    if (prefix > 2 && group.isEmpty()) {
      // Only the core group has an empty name, and it has another prefix.
      return new Other(path, segments);
    }
    OnResource target =
        new PathReader(path, segments.subList(prefix, segments.size()))
            .read(group, segments.get(prefix - 1));
    boolean nameless = group.isEmpty() && target.version().isEmpty() && target.plural().isEmpty();
    return nameless ? new Other(path, segments) : target;
  }

  /**
   * Ignores trailing slashes. Every other slash starts a segment, which may be empty. The last of
   * {@value #MAX_SEGMENTS} contains the rest of the path, which has no meaning.
   */
  private static List<String> segments(String path) {
    int from = path.startsWith("/") ? 1 : 0;
    int to = path.length();
    while (to > from && path.charAt(to - 1) == '/') {
      to--;
    }
    return path.length() <= from
        ? List.of()
        : List.of(path.substring(from, to).split("/", MAX_SEGMENTS));
  }

  /**
   * Returns the number of segments before the resource; {@link Integer#MAX_VALUE} if it is not an
   * API path.
   */
  private static int prefixLength(List<String> segments) {
    String root = segments.isEmpty() ? "" : segments.get(0);
    return switch (root) {
      case "api" -> 2;
      case "apis" -> 3;
      default -> Integer.MAX_VALUE;
    };
  }

  /** A non-resource path: discovery, health and unknown paths. */
  record Other(String path, List<String> segments) implements RequestTarget {
    public Other {
      segments = List.copyOf(segments);
    }
  }

  /**
   * A path below a version of the API.
   *
   * @param namespace the namespace of the path, or the name of a namespace object; null if there is
   *     none or its segment is empty, which means all namespaces
   * @param inNamespace true if the resource follows a namespace in the path
   * @param subresource empty if there is none
   * @param watched true if the path has the deprecated {@code watch} segment
   * @param surplus true if the path has segments without a meaning, or the removed {@code proxy}
   *     verb
   */
  record OnResource(
      String path,
      String group,
      String version,
      String plural,
      @Nullable String namespace,
      boolean inNamespace,
      @Nullable String name,
      String subresource,
      boolean watched,
      boolean surplus)
      implements RequestTarget {}

  /** An API path with a verb but no resource. */
  final class IncompleteTargetException extends RuntimeException {
    private static final long serialVersionUID = 1;

    IncompleteTargetException(String path) {
      super("unable to determine kind and namespace from url, " + path);
    }
  }

  /** Parses the part of a path after the version. */
  final class PathReader {
    private static final Set<String> VERBS_IN_PATHS = Set.of("watch", "proxy");

    /** Subresources of a namespace; other words in this place are resources in the namespace. */
    private static final Set<String> PARTS_OF_NAMESPACES = Set.of("status", "finalize");

    private final String path;
    private List<String> rest;

    private PathReader(String path, List<String> rest) {
      this.path = path;
      this.rest = rest;
    }

    private OnResource read(String group, String version) {
      String verb = takeVerb();
      String namespace = null;
      boolean inNamespace = false;
      if (rest.get(0).equals("namespaces") && rest.size() > 1) {
        inNamespace = rest.size() > 2 && !PARTS_OF_NAMESPACES.contains(rest.get(2));
        namespace = inNamespace && rest.get(1).isEmpty() ? null : rest.get(1);
        rest = inNamespace ? rest.subList(2, rest.size()) : rest;
      }
      return new OnResource(
          path,
          group,
          version,
          rest.get(0),
          namespace,
          inNamespace,
          rest.size() > 1 ? rest.get(1) : null,
          rest.size() > 2 ? rest.get(2) : "",
          verb.equals("watch"),
          rest.size() > 3 || verb.equals("proxy"));
    }

    /** Removes a verb from the path; returns empty if there is none. */
    private String takeVerb() {
      String verb = rest.get(0);
      if (!VERBS_IN_PATHS.contains(verb)) {
        return "";
      }
      if (rest.size() == 1) {
        throw new IncompleteTargetException(path);
      }
      rest = rest.subList(1, rest.size());
      return verb;
    }
  }
}
