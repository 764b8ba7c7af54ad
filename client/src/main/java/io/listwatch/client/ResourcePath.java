package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import java.net.URLEncoder;
import org.jspecify.annotations.Nullable;

/** The URL paths of a type's objects. */
final class ResourcePath {
  private ResourcePath() {}

  /** Returns the path of a namespace's collection; of all namespaces if null. */
  static String collection(ResourceType type, @Nullable String namespace) {
    var path = new StringBuilder(type.group().isEmpty() ? "/api" : "/apis/" + type.group());
    path.append('/').append(type.version());
    if (namespace != null) {
      if (type.scope() == Scope.CLUSTER) {
        throw new IllegalArgumentException(
            "namespace: %s of %s (expected: none, they are cluster-scoped)"
                .formatted(namespace, type));
      }
      path.append("/namespaces/").append(segment("namespace", namespace));
    }
    return path.append('/').append(type.plural()).toString();
  }

  /** Returns the path of one object. */
  static String object(ResourceType type, @Nullable String namespace, String name) {
    if (namespace == null && type.scope() == Scope.NAMESPACED) {
      throw new IllegalArgumentException(
          "namespace: none for %s (expected: one, %s are namespaced)".formatted(name, type));
    }
    return collection(type, namespace) + "/" + segment("name", name);
  }

  /**
   * Encodes a segment of the path. Rejects names that would change the path, which are no valid
   * names of objects either.
   */
  static String segment(String what, String text) {
    boolean leadsElsewhere = text.equals(".") || text.equals("..");
    if (text.isEmpty() || leadsElsewhere || text.indexOf('/') >= 0 || text.indexOf('%') >= 0) {
      throw new IllegalArgumentException(
          "%s: '%.64s' (expected: a name without slash or percent sign)".formatted(what, text));
    }
    return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("%3A", ":");
  }
}
