package io.listwatch.server.http;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.server.http.request.Refusal;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.resource.ResourceScope;
import org.jspecify.annotations.Nullable;

/** A request that is about a resource that is served. */
record ResourceRequest(Exchange exchange, OnResource target, ResourceDefinition definition) {
  /** Of the path; null if the resource has none, or the request is about all. */
  @Nullable String namespace() {
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

  /** What a body should be. */
  String kind() {
    return definition
        .subresource(target.subresource())
        .map(Subresource::kind)
        .orElse(definition.type().kind());
  }

  ResourceScope scope() {
    return new ResourceScope(namespace(), target.name());
  }
}
