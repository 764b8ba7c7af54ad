package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.AuthorizerChain;
import io.listwatch.server.auth.node.NodeAuthorizer;
import io.listwatch.server.auth.node.NodeFeed;
import io.listwatch.server.auth.node.NodeGraph;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Wires authorization: the chain of authorizers, and what they follow in storage. */
final class AccessControl implements AutoCloseable {
  /** Null if roles and bindings take no effect. */
  private final @Nullable RoleBasedAccess roles;

  /** Null if there is no mode for nodes. */
  private final @Nullable NodeFeed nodes;

  private final NodeGraph graph = new NodeGraph();
  private final Authorizer authorizer;

  /**
   * Creates the parts; {@link #start} loads the objects.
   *
   * @param sources returns the lister and watcher of a resource in storage
   */
  AccessControl(
      AuthorizationSettings settings,
      Function<ResourceType, ListerWatcher> sources,
      Metrics metrics,
      Timers timers) {
    this.roles = settings.hasRbac() ? new RoleBasedAccess(sources, metrics, timers) : null;
    this.nodes = settings.hasNode() ? new NodeFeed(graph, sources, metrics, timers) : null;
    this.authorizer = new AuthorizerChain(settings.modes().stream().map(this::authorizer).toList());
  }

  private Authorizer authorizer(Mode mode) {
    if (mode instanceof Mode.Given given) {
      return given.authorizer();
    }
    return mode instanceof Mode.Node
        ? new NodeAuthorizer(graph)
        : Objects.requireNonNull(roles).authorizer();
  }

  /** Returns the definitions without warnings about objects that take effect. */
  static List<ResourceDefinition> enforced(
      List<ResourceDefinition> definitions, AuthorizationSettings settings) {
    return settings.hasRbac() ? RoleBasedAccess.enforced(definitions) : definitions;
  }

  /** Returns the authorizer of all requests. */
  Authorizer authorizer() {
    return authorizer;
  }

  /** Returns the admission step that belongs to the authorizers. */
  Admission admission() {
    return roles == null ? Admission.NONE : roles.admission(authorizer);
  }

  /** Returns a storage whose writes complete once the authorizers know them. */
  ResourceStorage followed(ResourceDefinition definition, ResourceStorage storage) {
    return roles == null ? storage : roles.followed(definition, storage);
  }

  void start() {
    if (roles != null) {
      roles.start();
    }
    if (nodes != null) {
      nodes.start();
    }
  }

  /** Creates or completes the objects that authorizers need. Blocks until they are stored. */
  void bootstrap(ResourceRegistry registry, ResourceVerbs verbs, Storage storage) {
    if (roles != null) {
      roles.bootstrap(registry, verbs, storage);
    }
  }

  @Override
  public void close() {
    if (roles != null) {
      roles.close();
    }
    if (nodes != null) {
      nodes.close();
    }
  }
}
