package io.listwatch.server.auth.rbac;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Scope;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.server.resource.FollowerStore;
import io.listwatch.server.resource.ResourceFeed;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Keeps an {@link RbacPolicy} in step with the stored roles and bindings.
 *
 * <p>Threads: as in {@link ResourceFeed}.
 */
public final class RbacFeed implements AutoCloseable {
  private static final String GROUP_VERSION = "rbac.authorization.k8s.io/v1";

  /** The resources that a policy consists of. */
  public static final List<ResourceType> TYPES =
      List.of(
          ResourceType.cluster(GROUP_VERSION, "ClusterRole", "clusterroles"),
          ResourceType.namespaced(GROUP_VERSION, "Role", "roles"),
          ResourceType.cluster(GROUP_VERSION, "ClusterRoleBinding", "clusterrolebindings"),
          ResourceType.namespaced(GROUP_VERSION, "RoleBinding", "rolebindings"));

  private final RbacPolicy policy;
  private final ResourceFeed feed;

  /**
   * Creates a feed; {@link #start} starts it.
   *
   * @param sources returns the lister and watcher of one of the {@link #TYPES}
   */
  public RbacFeed(
      RbacPolicy policy,
      Function<ResourceType, ListerWatcher> sources,
      Metrics metrics,
      Timers timers) {
    this.policy = policy;
    this.feed = new ResourceFeed("listwatch-rbac", sources, metrics, timers);
    TYPES.forEach(type -> feed.follow(type, store(type)));
  }

  private FollowerStore store(ResourceType type) {
    boolean namespaced = type.scope() == Scope.NAMESPACED;
    return type.plural().endsWith("bindings")
        ? new BindingStore(policy, namespaced)
        : new RoleStore(policy, namespaced);
  }

  /** Starts the feed. Must be called once. */
  public void start() {
    feed.start();
  }

  /** True once all four resources have been listed. */
  public boolean loaded() {
    return feed.loaded();
  }

  /**
   * Completes when decisions take this version of the resource into account, or after 5 s.
   *
   * @param type one of the {@link #TYPES}
   */
  public CompletionStage<Void> applied(ResourceType type, ResourceVersion version) {
    return feed.applied(type, version);
  }

  @Override
  public void close() {
    feed.close();
  }

  private static final class RoleStore extends FollowerStore {
    private final RbacPolicy policy;
    private final boolean namespaced;

    RoleStore(RbacPolicy policy, boolean namespaced) {
      this.policy = policy;
      this.namespaced = namespaced;
    }

    @Override
    protected void put(Resource object) {
      policy.putRole(object);
    }

    @Override
    protected void remove(ResourceKey key) {
      policy.remove(RoleKey.of(key));
    }

    @Override
    protected Set<ResourceKey> keys() {
      return policy.roles(namespaced).stream()
          .map(each -> new ResourceKey(each.namespace(), each.name()))
          .collect(Collectors.toSet());
    }
  }

  private static final class BindingStore extends FollowerStore {
    private final RbacPolicy policy;
    private final boolean namespaced;

    BindingStore(RbacPolicy policy, boolean namespaced) {
      this.policy = policy;
      this.namespaced = namespaced;
    }

    @Override
    protected void put(Resource object) {
      policy.putBinding(object);
    }

    @Override
    protected void remove(ResourceKey key) {
      policy.removeBinding(key);
    }

    @Override
    protected Set<ResourceKey> keys() {
      return policy.bindings(namespaced);
    }
  }
}
