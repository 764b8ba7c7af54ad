package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.BuiltInController.CERTIFICATE_SIGNING;
import static io.listwatch.server.controllers.BuiltInController.CLUSTER_DEFAULTS;
import static io.listwatch.server.controllers.BuiltInController.CLUSTER_ROLE_AGGREGATION;
import static io.listwatch.server.controllers.BuiltInController.DEFINITION_TEARDOWN;
import static io.listwatch.server.controllers.BuiltInController.NAMESPACE_DEFAULTS;
import static io.listwatch.server.controllers.BuiltInController.NAMESPACE_LIFECYCLE;
import static io.listwatch.server.controllers.BuiltInController.OWNER_COLLECTION;
import static io.listwatch.server.controllers.BuiltInController.POLICY_TYPE_CHECKING;
import static io.listwatch.server.controllers.BuiltInController.RESOURCE_QUOTA;
import static io.listwatch.server.controllers.BuiltInController.STORAGE_PROTECTION;
import static io.listwatch.server.controllers.BuiltInController.TOKEN_SECRETS;
import static java.util.Objects.requireNonNull;

import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.GroupVersion;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.selector.FieldSelector;
import io.listwatch.server.controllers.LegacyTokenSecrets.TokenSecret;
import io.listwatch.server.resource.MetadataListerWatcher;
import io.listwatch.workqueue.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The controllers from one start to one stop: a term of leadership, or the lifetime of a server.
 *
 * <p>Threads: created, started and closed by one thread at a time.
 */
final class ControllerRun implements AutoCloseable {
  private static final Duration FIRST_RETRY = Duration.ofMillis(20);
  private static final Duration LAST_RETRY = Duration.ofMinutes(1);
  private static final int COLLECTORS = 4;

  private static final JsonPath GROUP = JsonPath.of("spec.group");
  private static final JsonPath KIND = JsonPath.of("spec.names.kind");

  private final ControllerParts parts;
  private final LiveObjects objects;
  private final InformerFactory informers;
  private final List<Controller<?>> controllers = new ArrayList<>();
  private final List<ReflectorStore> stores = new ArrayList<>();
  private final ObjectFeed feed;

  ControllerRun(ControllerParts parts) {
    this.parts = parts;
    this.objects = new LiveObjects(parts.registry(), parts.verbs(), parts.storage());
    this.informers =
        InformerFactory.builder((type, namespace) -> source(type))
            .options(
                options ->
                    options
                        .policy(ReflectorPolicy.SERVER)
                        .timers(parts.timers())
                        .metrics(parts.metrics()))
            .build();
    addLifecycle();
    addTeardown();
    addStorageProtection();
    addNamespaceDefaultObjects();
    addClusterDefaultObjects();
    addClusterRoleAggregation();
    addTokenSecrets();
    addQuotaRecalculation();
    addPolicyTypeChecking();
    addCertificateSigning();
    addCollection();
    this.feed =
        new ObjectFeed(
            new MetadataListerWatcher(parts.storage()), stores, parts.timers(), parts.metrics());
  }

  private VerbsListerWatcher source(ResourceType type) {
    return new VerbsListerWatcher(
        parts.verbs(), objects.builtIn(type.group(), type.version(), type.plural()));
  }

  private boolean isEnabled(BuiltInController controller) {
    return parts.settings().enabled().contains(controller);
  }

  private Informer<Resource> informer(String group, String plural) {
    return informers.informer(objects.builtIn(group, "v1", plural).type());
  }

  private void addLifecycle() {
    if (isEnabled(NAMESPACE_LIFECYCLE)) {
      Informer<Resource> namespaces = informer("", "namespaces");
      // Without the admission plug-in NamespaceLifecycle, objects may be created in any namespace.
      var late = new LateCreations(objects, parts.verbs().checksNamespaces());
      Controller<ResourceKey> controller =
          add(
              equipped(
                      Controller.builder(
                          NAMESPACE_LIFECYCLE.toString(),
                          new NamespaceLifecycle(objects, late, parts.timers())))
                  .watching(namespaces, View::key, each -> each.resource().terminating()));
      stores.add(
          new ChangedObjects(
              any -> {},
              gone -> namespaceOf(gone, namespaces).ifPresent(controller::request),
              () -> terminating(namespaces).forEach(controller::request)));
      stores.add(late.store(controller::request));
    }
  }

  /** Returns the namespace of an object if it is terminating. */
  private static Optional<ResourceKey> namespaceOf(Resource object, Informer<Resource> namespaces) {
    return Optional.ofNullable(object.key().namespace())
        .map(ResourceKey::of)
        .filter(
            key -> namespaces.get(key).filter(each -> each.resource().terminating()).isPresent());
  }

  private static List<ResourceKey> terminating(Informer<Resource> informer) {
    return informer.list().stream()
        .filter(each -> each.resource().terminating())
        .map(View::key)
        .toList();
  }

  private void addTeardown() {
    if (isEnabled(DEFINITION_TEARDOWN)) {
      Informer<Resource> definitions =
          informer("apiextensions.k8s.io", "customresourcedefinitions");
      Controller<ResourceKey> controller =
          add(
              equipped(
                      Controller.builder(
                          DEFINITION_TEARDOWN.toString(),
                          new DefinitionTeardown(objects, parts.timers())))
                  .watching(definitions, View::key, each -> each.resource().terminating()));
      stores.add(
          new ChangedObjects(
              any -> {},
              gone -> definitionOf(gone, definitions).ifPresent(controller::request),
              () -> terminating(definitions).forEach(controller::request)));
    }
  }

  /** Returns the definition of a custom resource if it is terminating. */
  private static Optional<ResourceKey> definitionOf(
      Resource object, Informer<Resource> definitions) {
    String group = GroupVersion.of(object.apiVersion()).group();
    return definitions.list().stream()
        .filter(each -> each.resource().terminating())
        .filter(each -> each.text(GROUP).orElse("").equals(group))
        .filter(each -> each.text(KIND).orElse("").equals(object.kind()))
        .map(View::key)
        .findFirst();
  }

  private void addStorageProtection() {
    if (isEnabled(STORAGE_PROTECTION)) {
      var protection = new StorageProtection(objects);
      Controller<StorageProtection.ProtectedObject> controller =
          add(equipped(Controller.builderOf(STORAGE_PROTECTION.toString(), protection)));
      stores.add(protection.store(controller::request));
    }
  }

  private void addNamespaceDefaultObjects() {
    if (isEnabled(NAMESPACE_DEFAULTS)) {
      Controller<ResourceKey> controller =
          add(
              equipped(
                      Controller.builder(
                          NAMESPACE_DEFAULTS.toString(),
                          new NamespaceDefaultObjects(objects, parts.settings().authority())))
                  .watching(
                      informer("", "namespaces"),
                      View::key,
                      each -> !each.resource().terminating()));
      stores.add(
          changesOf(
              object -> {
                String namespace = object.key().namespace();
                if (namespace != null && NamespaceDefaultObjects.has(object)) {
                  controller.request(ResourceKey.of(namespace));
                }
              }));
    }
  }

  private void addClusterDefaultObjects() {
    if (isEnabled(CLUSTER_DEFAULTS)) {
      Controller<String> controller =
          add(
              equipped(
                  Controller.builderOf(
                      CLUSTER_DEFAULTS.toString(),
                      new ClusterDefaultObjects(objects, parts.address()))));
      controller.request(ClusterDefaultObjects.REQUEST);
      stores.add(
          changesOf(
              object -> {
                if (ClusterDefaultObjects.has(object)) {
                  controller.request(ClusterDefaultObjects.REQUEST);
                }
              }));
    }
  }

  private void addClusterRoleAggregation() {
    if (isEnabled(CLUSTER_ROLE_AGGREGATION)) {
      Informer<Resource> roles = informer("rbac.authorization.k8s.io", "clusterroles");
      var unused =
          add(
              equipped(
                      Controller.builderOf(
                          CLUSTER_ROLE_AGGREGATION.toString(),
                          new ClusterRoleAggregation(objects, roles)))
                  .watching(roles, each -> ClusterRoleAggregation.REQUEST));
    }
  }

  private void addTokenSecrets() {
    if (isEnabled(TOKEN_SECRETS)) {
      Informer<Resource> secrets =
          informers.informer(
              Selection.of(objects.builtIn("", "v1", "secrets").type())
                  .where(FieldSelector.parse("type=" + LegacyTokenSecrets.TYPE)),
              ObjectCodec.raw());
      Controller<TokenSecret> controller =
          add(
              equipped(
                      Controller.builderOf(
                          TOKEN_SECRETS.toString(),
                          new LegacyTokenSecrets(
                              objects, parts.tokens(), parts.settings().authority())))
                  .watching(secrets, each -> TokenSecret.of(each.resource())));
      stores.add(
          new ChangedObjects(
              any -> {},
              gone -> {
                if (gone.kind().equals("ServiceAccount")) {
                  known(secrets).filter(each -> each.isOf(gone.key())).forEach(controller::request);
                }
              },
              () -> known(secrets).forEach(controller::request)));
    }
  }

  private static Stream<TokenSecret> known(Informer<Resource> secrets) {
    return secrets.list().stream().map(each -> TokenSecret.of(each.resource()));
  }

  private void addQuotaRecalculation() {
    if (isEnabled(RESOURCE_QUOTA)) {
      Informer<Resource> quotas = informer("", "resourcequotas");
      Set<String> usingLessLater = kindsWith(Trait.VARYING_QUOTA_USAGE);
      Controller<ResourceKey> controller =
          add(
              equipped(
                      Controller.builder(
                          RESOURCE_QUOTA.toString(),
                          new QuotaRecalculation(objects, parts.timers())))
                  .watching(
                      quotas, View::key, each -> QuotaRecalculation.isOutdated(each.resource())));
      stores.add(
          new ChangedObjects(
              object -> {
                if (usingLessLater.contains(object.kind())) {
                  quotasOf(object, quotas).forEach(controller::request);
                }
              },
              gone -> {
                quotasOf(gone, quotas).forEach(controller::request);
                if (gone.kind().equals("ResourceQuota")) {
                  controller.request(gone.key());
                }
              },
              () -> quotas.list().forEach(each -> controller.request(each.key()))));
    }
  }

  private void addCertificateSigning() {
    CertificateSigning signing = parts.signing();
    if (isEnabled(CERTIFICATE_SIGNING) && signing != null) {
      var unused =
          add(
              equipped(
                      Controller.builder(
                          CERTIFICATE_SIGNING.toString(),
                          new CertificateRequests(
                              objects, signing, parts.authorizer(), parts.timers())))
                  .watching(
                      informer("certificates.k8s.io", "certificatesigningrequests"),
                      View::key,
                      each -> CertificateRequests.isOpen(each.resource())));
    }
  }

  private Set<String> kindsWith(Trait trait) {
    return objects.definitions().stream()
        .filter(each -> each.traits().has(trait))
        .map(each -> each.type().kind())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the quotas in the namespace of an object. */
  private static List<ResourceKey> quotasOf(Resource object, Informer<Resource> quotas) {
    String namespace = object.key().namespace();
    return namespace == null
        ? List.of()
        : quotas.inNamespace(namespace).stream().map(View::key).toList();
  }

  private void addPolicyTypeChecking() {
    if (isEnabled(POLICY_TYPE_CHECKING)) {
      var unused =
          add(
              equipped(
                      Controller.builder(
                          POLICY_TYPE_CHECKING.toString(),
                          new PolicyTypeChecking(objects, parts.schemas())))
                  .watching(
                      informer("admissionregistration.k8s.io", "validatingadmissionpolicies"),
                      View::key,
                      each -> PolicyTypeChecking.isOutdated(each.resource())));
    }
  }

  private static ChangedObjects changesOf(Consumer<Resource> changed) {
    return new ChangedObjects(changed, changed, () -> {});
  }

  private void addCollection() {
    if (isEnabled(OWNER_COLLECTION)) {
      // The graph sends requests to the controller, whose reconciler reads the graph.
      var requests = new Requests();
      var graph = new OwnerGraph(requests);
      var controller =
          add(
              equipped(
                      Controller.builderOf(
                          OWNER_COLLECTION.toString(),
                          new OwnerCollection(objects, graph, requests)))
                  .workers(COLLECTORS));
      requests.to = controller;
      stores.add(graph);
    }
  }

  private <R> ControllerBuilder<R> equipped(ControllerBuilder<R> builder) {
    return builder
        .limiter(RateLimiter.exponential(FIRST_RETRY, LAST_RETRY, parts.timers()))
        .timers(parts.timers())
        .metrics(parts.metrics());
  }

  private <R> Controller<R> add(ControllerBuilder<R> builder) {
    Controller<R> controller = builder.build();
    controllers.add(controller);
    return controller;
  }

  /** Starts the controllers without waiting for them. */
  void start() {
    controllers.forEach(Controller::start);
    if (!stores.isEmpty()) {
      feed.start();
    }
  }

  /** Lets each controller finish its current requests. */
  @Override
  public void close() {
    feed.close();
    informers.close();
    controllers.forEach(Controller::close);
  }

  /** Forwards requests to a controller that is set later, before anything is started. */
  private static final class Requests implements Consumer<String> {
    private @Nullable Controller<String> to;

    @Override
    public void accept(String uid) {
      requireNonNull(to).request(uid);
    }
  }
}
