package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.rbac.EscalationCheck;
import io.listwatch.server.auth.rbac.RbacAuthorizer;
import io.listwatch.server.auth.rbac.RbacFeed;
import io.listwatch.server.auth.rbac.RbacPolicy;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.RoleEscalation;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.FollowedStorage;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wires role-based access control: the policy, its feed from storage, the authorizer and the
 * escalation check.
 */
final class RoleBasedAccess implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RoleBasedAccess.class);

  private final RbacFeed feed;
  private final RbacAuthorizer authorizer;
  private final EscalationCheck escalation;

  /**
   * Creates the parts; {@link #start} loads the roles.
   *
   * @param sources returns the lister and watcher of a resource in storage
   */
  RoleBasedAccess(Function<ResourceType, ListerWatcher> sources, Metrics metrics, Timers timers) {
    var policy = new RbacPolicy();
    this.feed = new RbacFeed(policy, sources, metrics, timers);
    this.authorizer = new RbacAuthorizer(policy, feed::loaded);
    this.escalation = new EscalationCheck(policy);
  }

  /** Returns the definitions without the warning that roles have no effect. */
  static List<ResourceDefinition> enforced(List<ResourceDefinition> definitions) {
    return definitions.stream()
        .map(each -> RbacFeed.TYPES.contains(each.stored()) ? each.enforced() : each)
        .toList();
  }

  Authorizer authorizer() {
    return authorizer;
  }

  /**
   * Returns the admission step that rejects roles and bindings that grant more than their author
   * may do.
   *
   * @param all the authorizer of all requests
   */
  Admission admission(Authorizer all) {
    return new RoleEscalation(escalation, all);
  }

  /** Returns a storage whose writes complete once the authorizer has applied them. */
  ResourceStorage followed(ResourceDefinition definition, ResourceStorage storage) {
    ResourceType type = definition.stored();
    return RbacFeed.TYPES.contains(type)
        ? new FollowedStorage(storage, version -> feed.applied(type, version))
        : storage;
  }

  void start() {
    feed.start();
  }

  /** Creates or completes the bootstrap roles and bindings. Blocks until they are stored. */
  void bootstrap(ResourceRegistry registry, ResourceVerbs verbs, Storage storage) {
    new BootstrapRoles(registry, verbs, () -> logEffective(storage)).reconcile();
  }

  private static void logEffective(Storage storage) {
    var stored = StoredAuthority.read(storage);
    if (!stored.objects().isEmpty()) {
      log.warn(
          "this storage was written without RBAC; from now on these take effect: {}"
              + " (`listwatch authority check` lists them while the server is stopped)",
          stored.summary());
    }
  }

  @Override
  public void close() {
    feed.close();
  }
}
