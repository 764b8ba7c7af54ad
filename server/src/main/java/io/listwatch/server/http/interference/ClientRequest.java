package io.listwatch.server.http.interference;

import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.http.handler.ResourceRequest;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.registry.ResourceDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A request for a resource, as an {@link Interference} sees it.
 *
 * @param verb a {@link Verb}, or {@code connect} for a subresource that a node serves
 * @param definition the resource
 * @param namespace null for cluster-scoped resources and for all namespaces
 * @param name null for a collection
 * @param auditId identifies the request, as on {@code /debug/listwatch/watches}
 */
public record ClientRequest(
    String verb,
    ResourceDefinition definition,
    @Nullable String namespace,
    @Nullable String name,
    String userAgent,
    String auditId,
    QueryParameters query) {
  public static ClientRequest of(String verb, ResourceRequest request) {
    return new ClientRequest(
        verb,
        request.definition(),
        request.namespace(),
        request.target().name(),
        request.exchange().userAgent(),
        request.exchange().auditId(),
        request.exchange().query());
  }

  public boolean is(Verb expected) {
    return expected.is(verb);
  }
}
