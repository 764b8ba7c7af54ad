package io.listwatch.server.http.handler;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.BodyType;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.resource.ResourceScope;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request for a served resource.
 *
 * @param user the authorized user
 */
public record ResourceRequest(
    Exchange exchange, OnResource target, ResourceDefinition definition, UserInfo user) {
  /** Returns the same request with other query parameters. */
  public ResourceRequest with(QueryParameters query) {
    return new ResourceRequest(exchange.with(query), target, definition, user);
  }

  /**
   * Returns the namespace of the path; null for cluster-scoped resources and for all namespaces.
   */
  public @Nullable String namespace() {
    return definition.type().scope() == Scope.NAMESPACED ? target.namespace() : null;
  }

  /** Returns the key of the object in the path. */
  ResourceKey key() {
    String name = target.name();
    if (name == null) {
      throw RequestErrors.notServed();
    }
    return new ResourceKey(namespace(), name);
  }

  /** Returns the kind of the request's body and of its response. */
  String kind() {
    return subresource().map(Subresource::kind).orElse(definition.type().kind());
  }

  /** Returns the expected type of a body. */
  BodyType bodyType() {
    return subresource()
        .filter(part -> !part.version().isEmpty())
        .map(part -> new BodyType(part.group(), part.version(), part.kind()))
        .orElseGet(
            () ->
                new BodyType(
                    definition.type().group(),
                    definition.type().version(),
                    kind(),
                    definition.custom()));
  }

  private Optional<Subresource> subresource() {
    return definition.subresource(target.subresource());
  }

  public ResourceScope scope() {
    return new ResourceScope(namespace(), target.name());
  }
}
