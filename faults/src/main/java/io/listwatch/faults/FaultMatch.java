package io.listwatch.faults;

import io.listwatch.model.ResourceType;
import io.listwatch.server.http.interference.ClientRequest;
import org.jspecify.annotations.Nullable;

/**
 * A filter for requests and streams. A null component matches everything.
 *
 * @param resource {@code pods}, in any group, or {@code deployments.apps}
 * @param userAgent a prefix of the client's user agent
 * @param auditId of one request
 */
record FaultMatch(
    @Nullable String verb,
    @Nullable String resource,
    @Nullable String namespace,
    @Nullable String name,
    @Nullable String userAgent,
    @Nullable String auditId) {
  boolean covers(ClientRequest request) {
    return (verb == null || verb.equals(request.verb()))
        && (resource == null || isResource(request.definition().type(), resource))
        && (namespace == null || namespace.equals(request.namespace()))
        && (name == null || name.equals(request.name()))
        && (userAgent == null || request.userAgent().startsWith(userAgent))
        && (auditId == null || auditId.equals(request.auditId()));
  }

  private static boolean isResource(ResourceType type, String resource) {
    return resource.equals(type.plural()) || resource.equals(type.toString());
  }
}
