package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.model.ApiException;
import io.listwatch.model.Scope;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.PathSegment;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.Subresource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the handler of a request for a resource, or rejects the request. */
public final class ResourceRoutes {
  private static final Set<Verb> OF_COLLECTIONS =
      Set.of(Verb.LIST, Verb.WATCH, Verb.DELETECOLLECTION);

  /**
   * The verbs that are still routed for custom resources whose definition is terminating. A create
   * then fails with 403.
   */
  private static final Set<Verb> TERMINATING_VERBS = Set.of(Verb.CREATE, Verb.UPDATE, Verb.PATCH);

  private final ResourceRegistry registry;
  private final VerbHandlers handlers;

  public ResourceRoutes(ResourceRegistry registry, VerbHandlers handlers) {
    this.registry = registry;
    this.handlers = handlers;
  }

  public HttpResponse handle(Exchange exchange, OnResource target, UserInfo user) {
    Optional<ResourceDefinition> definition =
        registry.find(target.group(), target.version(), target.plural());
    if (definition.isEmpty()) {
      return unknown(target.group());
    }
    var request = new ResourceRequest(exchange, target, definition.get(), user);
    if (definition.get().custom() && hasWrongScope(request)) {
      return Responses.pageNotFound();
    }
    checkPath(request);
    if (definition.get().custom()) {
      warn(request);
    }
    checkSubresource(request);
    Verb verb = checkedVerb(request);
    warn(request);
    checkNamespace(request, verb);
    if (verb == Verb.WATCH && !definition.get().allows(verb)) {
      throw ApiErrors.methodNotAllowed(definition.get().type(), verb.word());
    }
    boolean onNode = NodeConnection.of(request.definition(), target.subresource()).isPresent();
    VerbHandler handler = onNode ? handlers.node() : handlers.byVerb().get(verb);
    if (handler == null) {
      throw RequestErrors.methodNotAllowed();
    }
    return handler.handle(request);
  }

  private static void warn(ResourceRequest request) {
    request.exchange().warnings().accept(request.definition().deprecation());
  }

  /**
   * A missing resource of a built-in group is a 404 Status; of any other group a plain 404 page.
   */
  private HttpResponse unknown(String group) {
    if (registry.hasBuiltIn(group)) {
      throw RequestErrors.notServed();
    }
    return Responses.pageNotFound();
  }

  /** True if the path of a custom resource has a namespace where it must not, or lacks one. */
  private static boolean hasWrongScope(ResourceRequest request) {
    OnResource target = request.target();
    if (request.definition().type().scope() == Scope.CLUSTER) {
      return target.inNamespace();
    }
    Verb verb = request.exchange().resourceVerb();
    boolean acrossAll = verb == Verb.LIST || verb == Verb.WATCH;
    return target.namespace() == null && !acrossAll;
  }

  /** Rejects paths that no object can have. */
  private static void checkPath(ResourceRequest request) {
    OnResource target = request.target();
    boolean namespaced = request.definition().type().scope() == Scope.NAMESPACED;
    boolean misplaced =
        namespaced ? target.name() != null && !target.inNamespace() : target.inNamespace();
    // The rest of the path after proxy belongs to the proxied server.
    boolean surplus = target.surplus() && !target.subresource().equals("proxy");
    boolean unwatched = target.watched() && !request.definition().allows(Verb.WATCH);
    // A resource without the list verb has no path across all namespaces.
    boolean unlisted =
        namespaced && !target.inNamespace() && !request.definition().allows(Verb.LIST);
    if (misplaced
        || surplus
        || unwatched
        || unlisted
        || isEmpty(target.name())
        || isEmpty(target.namespace())) {
      throw RequestErrors.notServed();
    }
    PathSegment.check(target.name());
  }

  /** An empty namespace segment stands for all namespaces, which only some verbs allow. */
  private static void checkNamespace(ResourceRequest request, Verb verb) {
    if (request.target().inNamespace()
        && request.namespace() == null
        && !OF_COLLECTIONS.contains(verb)) {
      throw ApiErrors.badRequest("Namespace parameter required.");
    }
  }

  private static void checkSubresource(ResourceRequest request) {
    OnResource target = request.target();
    if (!target.subresource().isEmpty()
        && request.definition().subresource(target.subresource()).isEmpty()) {
      throw noSubresource(request);
    }
  }

  private static boolean isEmpty(@Nullable String segment) {
    return segment != null && segment.isEmpty();
  }

  private static ApiException noSubresource(ResourceRequest request) {
    if (!request.definition().custom()) {
      return RequestErrors.notServed();
    }
    return ApiErrors.notFound(request.definition().type(), request.key().name());
  }

  /** Returns the verb. Rejects one that the resource does not have or the path does not allow. */
  private static Verb checkedVerb(ResourceRequest request) {
    Verb verb = request.exchange().resourceVerb();
    OnResource target = request.target();
    ResourceDefinition definition = request.definition();
    HttpMethod method = request.exchange().method();
    // For built-in resources, kube-apiserver has no route for HEAD.
    boolean unknownMethod =
        (method == HttpMethod.HEAD && !definition.custom())
            || (target.watched() && method != HttpMethod.GET);
    boolean wholeCluster =
        definition.type().scope() == Scope.NAMESPACED
            && !target.inNamespace()
            && verb != Verb.LIST
            && verb != Verb.WATCH;
    boolean postToObject =
        verb == Verb.CREATE && target.name() != null && target.subresource().isEmpty();
    boolean changeOfCollection =
        target.name() == null && (verb == Verb.UPDATE || verb == Verb.PATCH);
    if (verb == null
        || unknownMethod
        || wholeCluster
        || changeOfCollection
        || postToObject
        // The watch verb is checked later.
        || !allows(request, verb == Verb.WATCH ? Verb.LIST : verb)) {
      throw definition.custom()
          ? ApiErrors.methodNotAllowed(definition.type(), request.exchange().verb())
          : RequestErrors.methodNotAllowed();
    }
    return verb;
  }

  /** True if a custom resource no longer offers create, because its definition is terminating. */
  private static boolean isTerminating(ResourceRequest request) {
    ResourceDefinition definition = request.definition();
    return definition.custom()
        && request.target().subresource().isEmpty()
        && !definition.allows(Verb.CREATE);
  }

  private static boolean allows(ResourceRequest request, Verb verb) {
    String name = request.target().subresource();
    ResourceDefinition definition = request.definition();
    // Objects of a terminating definition can still be changed: otherwise their finalizers could
    // not be removed.
    boolean last = isTerminating(request) && TERMINATING_VERBS.contains(verb);
    return name.isEmpty()
        ? last || definition.allows(verb)
        : definition.subresource(name).map(Subresource::verbs).orElse(List.of()).contains(verb);
  }
}
