package io.listwatch.faults;

import io.listwatch.model.ResourceType;
import io.listwatch.server.http.interference.ClientRequest;
import org.jspecify.annotations.Nullable;

/**
 * Which requests, or streams, a fault is for. What is null does not matter.
 *
 * @param resource {@code pods}, of whichever group, or {@code deployments.apps}
 * @param userAgent what the client's name for itself begins with
 */
record FaultMatch(
    @Nullable String verb,
    @Nullable String resource,
    @Nullable String namespace,
    @Nullable String name,
    @Nullable String userAgent) {
  boolean covers(ClientRequest request) {
    return (verb == null || verb.equals(request.verb()))
        && (resource == null || isResource(request.definition().type(), resource))
        && (namespace == null || namespace.equals(request.namespace()))
        && (name == null || name.equals(request.name()))
        && (userAgent == null || request.userAgent().startsWith(userAgent));
  }

  private static boolean isResource(ResourceType type, String resource) {
    return resource.equals(type.plural()) || resource.equals(type.toString());
  }
}
