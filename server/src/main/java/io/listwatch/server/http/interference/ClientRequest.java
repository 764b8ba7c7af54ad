package io.listwatch.server.http.interference;

import io.listwatch.server.http.handler.ResourceRequest;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.registry.ResourceDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A request about a resource, as an {@link Interference} sees it.
 *
 * @param verb what is wanted: {@code get}, {@code list}, {@code watch}, {@code create} and so on
 * @param definition of the resource that it is about
 * @param namespace null if it is about all, or there are none
 * @param name null if it is about a collection
 */
public record ClientRequest(
    String verb,
    ResourceDefinition definition,
    @Nullable String namespace,
    @Nullable String name,
    String userAgent,
    QueryParameters query) {
  public static ClientRequest of(String verb, ResourceRequest request) {
    return new ClientRequest(
        verb,
        request.definition(),
        request.namespace(),
        request.target().name(),
        request.exchange().userAgent(),
        request.exchange().query());
  }
}
