package io.listwatch.server;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionChain;
import io.listwatch.server.registry.admission.AdmissionContext;
import io.listwatch.server.registry.admission.AdmissionFeed;
import io.listwatch.server.registry.admission.BuiltInPlugins;
import io.listwatch.server.registry.admission.PodObjects;
import io.listwatch.server.registry.admission.QuotaAccess;
import io.listwatch.server.registry.admission.Reinvoked;
import io.listwatch.server.registry.admission.WhenReady;
import io.listwatch.server.registry.admission.noderestriction.NodeRestriction;
import io.listwatch.server.registry.admission.policy.MutatingPolicies;
import io.listwatch.server.registry.admission.policy.PolicyStore;
import io.listwatch.server.registry.admission.policy.ValidatingPolicies;
import io.listwatch.server.registry.admission.webhook.MutatingWebhooks;
import io.listwatch.server.registry.admission.webhook.ValidatingWebhooks;
import io.listwatch.server.registry.admission.webhook.WebhookCalls;
import io.listwatch.server.registry.admission.webhook.WebhookConfigurations;
import io.listwatch.server.registry.admission.webhook.WebhookMeters;
import io.listwatch.server.registry.strategy.AllObjects;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.FollowedStorage;
import io.listwatch.server.resource.FollowerStore;
import io.listwatch.server.resource.ResourceFeed;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.webhook.WebhookConnections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Wires admission control: the plug-ins in their order, including webhooks and policies, and the
 * feed of the objects that they need.
 */
final class AdmissionControl implements AutoCloseable {
  private static final String VERSION = "admissionregistration.k8s.io/v1";

  private final ResourceFeed feed;
  private final WebhookConfigurations mutatingHooks = new WebhookConfigurations();
  private final WebhookConfigurations validatingHooks = new WebhookConfigurations();
  private final Admission chain;

  /**
   * The other parts of the server that plug-ins use.
   *
   * @param policyParameters reads the parameters of policies
   * @param pods the storage of pods
   * @param podObjects finds the objects that pods name
   * @param nodes restricts the writes of nodes
   * @param last runs after all plug-ins
   */
  record Parts(
      AdmissionContext context,
      ValidatingPolicies.Objects policyParameters,
      WebhookConnections webhooks,
      Supplier<ResourceStorage> pods,
      QuotaAccess quotas,
      Executor workers,
      PodObjects podObjects,
      NodeRestriction nodes,
      Admission last) {}

  /**
   * Creates the parts; {@link #start} loads the objects.
   *
   * @param sources returns the lister and watcher of a resource in storage
   */
  AdmissionControl(
      ApiServerConfig config, Function<ResourceType, ListerWatcher> sources, Parts parts) {
    this.feed = new ResourceFeed("listwatch-admission", sources, config.metrics(), config.timers());
    var objects = new AdmissionFeed(config.admission(), feed);
    follow("MutatingWebhookConfiguration", "mutatingwebhookconfigurations", mutatingHooks);
    follow("ValidatingWebhookConfiguration", "validatingwebhookconfigurations", validatingHooks);
    AdmissionChain.Builder builder =
        AdmissionChain.of(config.admission()).metrics(config.metrics(), config.timers());
    BuiltInPlugins.addTo(
        builder,
        config.admission(),
        parts.context,
        objects,
        parts.quotas,
        namespace -> podsOf(namespace, parts.pods.get()),
        config.metrics(),
        config.timers(),
        parts.workers);
    BuiltInPlugins.addDefaultsTo(
        builder, parts.podObjects, Identities.secure(), config.timers(), parts.workers);
    builder.plugin("NodeRestriction", parts.nodes);
    addDynamic(builder, config, parts);
    this.chain =
        new WhenReady(
            new Reinvoked(builder.last(parts.last).build()),
            feed::loaded,
            feed::whenLoaded,
            config.timers());
  }

  private void follow(String kind, String plural, FollowerStore store) {
    feed.follow(ResourceType.cluster(VERSION, kind, plural), store);
  }

  private void follow(String kindPrefix, String pluralPrefix, PolicyStore<?> store) {
    follow(kindPrefix + "AdmissionPolicy", pluralPrefix + "admissionpolicies", store.policies());
    follow(
        kindPrefix + "AdmissionPolicyBinding",
        pluralPrefix + "admissionpolicybindings",
        store.bindings());
  }

  /** Adds the plug-ins that users configure with objects. */
  private void addDynamic(AdmissionChain.Builder builder, ApiServerConfig config, Parts parts) {
    var calls =
        new WebhookCalls(
            parts.context, parts.webhooks, new WebhookMeters(config.metrics(), config.timers()));
    var mutating =
        new MutatingPolicies(
            parts.context, parts.policyParameters, config.metrics(), config.timers());
    follow("Mutating", "mutating", mutating.store());
    var validating =
        new ValidatingPolicies(
            parts.context, parts.policyParameters, config.metrics(), config.timers());
    follow("Validating", "validating", validating.store());
    builder
        .plugin("MutatingAdmissionPolicy", mutating)
        .plugin("MutatingAdmissionWebhook", new MutatingWebhooks(mutatingHooks, calls))
        .plugin("ValidatingAdmissionPolicy", validating)
        .plugin("ValidatingAdmissionWebhook", new ValidatingWebhooks(validatingHooks, calls));
  }

  private static CompletionStage<List<Resource>> podsOf(String namespace, ResourceStorage pods) {
    return AllObjects.of(
        pods, ResourceScope.namespace(namespace), ListOptions.ALL.at(VersionMatch.any()));
  }

  Admission chain() {
    return chain;
  }

  /** Returns a storage whose writes complete once admission decisions take them into account. */
  ResourceStorage followed(ResourceDefinition definition, ResourceStorage storage) {
    ResourceType type = definition.stored();
    return feed.follows(type)
        ? new FollowedStorage(storage, version -> feed.applied(type, version))
        : storage;
  }

  /**
   * Returns a storage of namespaces whose writes complete only when {@link #namespaces} finds the
   * written labels in its watch cache: webhooks and policies select requests by these labels. The
   * wait is bounded; if it times out, the write still succeeds.
   */
  static ResourceStorage seen(ResourceStorage storage) {
    return new FollowedStorage(
        storage,
        version ->
            storage
                .get(ResourceKey.of("default"), VersionMatch.notOlderThan(version))
                .handle((found, failure) -> null));
  }

  /** Returns the namespaces in a storage. */
  static AdmissionContext.Namespaces namespaces(Supplier<ResourceStorage> storage) {
    return name -> {
      ResourceKey key = ResourceKey.of(name);
      // The cache may not yet have a namespace that was created a moment ago.
      CompletionStage<Optional<Resource>> found =
          storage
              .get()
              .get(key, VersionMatch.any())
              .thenCompose(
                  cached ->
                      cached.isPresent()
                          ? CompletableFuture.completedFuture(cached)
                          : storage.get().get(key, VersionMatch.mostRecent()));
      return found.thenApply(object -> object.<JsonObject>map(ServedKind::tree));
    };
  }

  /** Returns the mutating or the validating webhooks. */
  WebhookConfigurations webhooks(boolean areMutating) {
    return areMutating ? mutatingHooks : validatingHooks;
  }

  void start() {
    feed.start();
  }

  @Override
  public void close() {
    feed.close();
  }
}
