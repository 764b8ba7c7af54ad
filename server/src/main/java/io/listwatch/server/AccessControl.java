package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.AuthorizerChain;
import io.listwatch.server.auth.ReloadableAuthorizer;
import io.listwatch.server.auth.SettingsFile;
import io.listwatch.server.auth.SettingsReload;
import io.listwatch.server.auth.node.NodeAuthorizer;
import io.listwatch.server.auth.node.NodeFeed;
import io.listwatch.server.auth.node.NodeGraph;
import io.listwatch.server.auth.webhook.WebhookAuthorizer;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Wires authorization: the chain of authorizers, and the feeds that keep them in step with storage.
 */
final class AccessControl implements AutoCloseable {
  /**
   * The longest time that a webhook call takes, including retries. Replaced webhooks are closed
   * after this time.
   */
  private static final Duration LONGEST_CALL = Duration.ofMinutes(3);

  /** Null unless the RBAC authorizer is configured. */
  private final @Nullable RoleBasedAccess roles;

  /** Null unless the Node authorizer is configured. */
  private final @Nullable NodeFeed nodes;

  private final Metrics metrics;
  private final Timers timers;
  private final NodeGraph graph = new NodeGraph();
  private final AuthorizationSettings settings;
  private final ReloadableAuthorizer authorizer;

  /** Null if the settings do not come from a file. */
  private final @Nullable SettingsReload<AuthorizationSettings> reload;

  private volatile List<WebhookAuthorizer> webhooks;

  /**
   * Creates the parts; {@link #start} loads the objects.
   *
   * @param sources returns the lister and watcher of a resource in storage
   */
  AccessControl(
      AuthorizationSettings settings,
      Function<ResourceType, ListerWatcher> sources,
      Executor workers,
      Metrics metrics,
      Timers timers) {
    this.settings = settings;
    this.metrics = metrics;
    this.timers = timers;
    this.roles = settings.hasRbac() ? new RoleBasedAccess(sources, metrics, timers) : null;
    this.nodes = settings.hasNode() ? new NodeFeed(graph, sources, metrics, timers) : null;
    var made = new ArrayList<WebhookAuthorizer>();
    this.authorizer = new ReloadableAuthorizer(chain(settings, made));
    this.webhooks = List.copyOf(made);
    SettingsFile<AuthorizationSettings> file = settings.file();
    this.reload =
        file == null
            ? null
            : new SettingsReload<>("authorization", file, this::replace, timers, workers, metrics);
  }

  private Authorizer chain(AuthorizationSettings wanted, List<WebhookAuthorizer> into) {
    return new AuthorizerChain(
        wanted.modes().stream().map(mode -> authorizer(mode, into)).toList());
  }

  /** Replaces the settings. The old authorizers still decide the requests in progress. */
  private void replace(AuthorizationSettings next) {
    if (!next.hasModesOf(settings)) {
      throw new IllegalArgumentException(
          "authorizers: types other than Webhook have changed (expected: those of the start)");
    }
    List<WebhookAuthorizer> former = webhooks;
    var made = new ArrayList<WebhookAuthorizer>();
    authorizer.replace(chain(next, made));
    webhooks = List.copyOf(made);
    Timers.Timer unused =
        timers.schedule(LONGEST_CALL, () -> former.forEach(WebhookAuthorizer::close));
  }

  private Authorizer authorizer(Mode mode, List<WebhookAuthorizer> into) {
    if (mode instanceof Mode.Given given) {
      return given.authorizer();
    }
    if (mode instanceof Mode.Webhook webhook) {
      var made = new WebhookAuthorizer(webhook.webhook().settings(), metrics, timers);
      into.add(made);
      return made;
    }
    return mode instanceof Mode.Node
        ? new NodeAuthorizer(graph)
        : Objects.requireNonNull(roles).authorizer();
  }

  /** Returns the definitions. If roles take effect, removes the warning that they do not. */
  static List<ResourceDefinition> enforced(
      List<ResourceDefinition> definitions, AuthorizationSettings settings) {
    return settings.hasRbac() ? RoleBasedAccess.enforced(definitions) : definitions;
  }

  /** Returns the authorizer of all requests. */
  Authorizer authorizer() {
    return authorizer;
  }

  /** Returns the admission step that prevents privilege escalation through roles and bindings. */
  Admission admission() {
    return roles == null ? Admission.NONE : roles.admission(authorizer);
  }

  /** Returns a storage whose writes complete once the authorizers have applied them. */
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
    if (reload != null) {
      reload.start();
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
    if (reload != null) {
      reload.close();
    }
    if (roles != null) {
      roles.close();
    }
    if (nodes != null) {
      nodes.close();
    }
    webhooks.forEach(WebhookAuthorizer::close);
  }
}
