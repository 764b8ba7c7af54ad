package io.listwatch.server.auth;

import org.jspecify.annotations.Nullable;

/**
 * What somebody asks to do.
 *
 * @param verb such as {@code list}; of a path that is no resource's, the HTTP method in lower case
 * @param resource the plural; empty if the path is no resource's
 * @param subresource empty for the object itself
 * @param namespace null if it is about none, or about all
 * @param name null if it is about no object in particular
 */
public record AccessRequest(
    UserInfo user,
    String verb,
    String group,
    String version,
    String resource,
    String subresource,
    @Nullable String namespace,
    @Nullable String name,
    String path) {
  /** A request about a resource that does not come by a path, in whatever version. */
  public static AccessRequest onResource(
      UserInfo user,
      String verb,
      String group,
      String resource,
      String subresource,
      @Nullable String namespace,
      @Nullable String name) {
    return new AccessRequest(user, verb, group, "", resource, subresource, namespace, name, "");
  }

  public boolean aboutResource() {
    return !resource.isEmpty();
  }
}
