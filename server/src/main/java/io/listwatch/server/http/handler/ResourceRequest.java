package io.listwatch.server.http.handler;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.BodyType;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.Refusal;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.resource.ResourceScope;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that is about a resource that is served.
 *
 * @param user who asks, and may
 */
public record ResourceRequest(
    Exchange exchange, OnResource target, ResourceDefinition definition, UserInfo user) {
  /** The same request with other parameters. */
  public ResourceRequest with(QueryParameters query) {
    return new ResourceRequest(exchange.with(query), target, definition, user);
  }

  /** Of the path; null if the resource has none, or the request is about all. */
  public @Nullable String namespace() {
    return definition.type().scope() == Scope.NAMESPACED ? target.namespace() : null;
  }

  /** The object that the path names. */
  ResourceKey key() {
    String name = target.name();
    if (name == null) {
      throw Refusal.notServed();
    }
    return new ResourceKey(namespace(), name);
  }

  /** Of what is taken and answered. */
  String kind() {
    return subresource().map(Subresource::kind).orElse(definition.type().kind());
  }

  /** What a body should be. */
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
