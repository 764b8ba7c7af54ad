package io.listwatch.server;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.x509.Identity;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.cache.ByteBudget;
import io.listwatch.server.cache.CacheMemory;
import io.listwatch.server.cache.CacheOptions;
import io.listwatch.server.cache.CachedResourceStorage;
import io.listwatch.server.controllers.BuiltInControllers;
import io.listwatch.server.controllers.ControllerParts;
import io.listwatch.server.controllers.FlowConfiguration;
import io.listwatch.server.http.ApiHttpServer;
import io.listwatch.server.http.HttpServerParts;
import io.listwatch.server.http.TlsIdentity;
import io.listwatch.server.http.exchange.BodyBudget;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.page.ApiDocuments;
import io.listwatch.server.http.page.HealthCheck;
import io.listwatch.server.http.page.HealthChecks;
import io.listwatch.server.http.page.WebPages;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ResourceStorages;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.admission.AdmissionContext;
import io.listwatch.server.registry.admission.PodObjects;
import io.listwatch.server.registry.admission.noderestriction.NodeRestriction;
import io.listwatch.server.registry.admission.webhook.WebhookConfigurations;
import io.listwatch.server.registry.builtin.BuiltInConverters;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.custom.CustomResources;
import io.listwatch.server.registry.custom.ServedDefinitionRules;
import io.listwatch.server.registry.discovery.DiscoveryDocuments;
import io.listwatch.server.registry.openapi.OpenApiDocuments;
import io.listwatch.server.registry.strategy.OtherObjects;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ReadDefaults;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.StorageListerWatcher;
import io.listwatch.server.resource.Workers;
import io.listwatch.server.webhook.ResponseBudget;
import io.listwatch.server.webhook.ServiceResolver;
import io.listwatch.server.webhook.WebhookConnections;
import io.listwatch.storage.Storage;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An API server on a storage: the entry point of this module, which wires all its parts.
 *
 * <pre>
 *   http ──▶ verbs ──▶ a storage for each resource ──▶ cache ──▶ storage
 *              ▲
 *   custom resource definitions, followed ──▶ registry of served resources
 *   built-in controllers ──▶ verbs
 *   flow schemas and priority levels, followed ──▶ http
 * </pre>
 *
 * <p>The caller owns the storage and closes it after the server.
 */
public final class ApiServer implements AutoCloseable {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final ResourceType SECRETS = ResourceType.namespaced("v1", "Secret", "secrets");
  private static final ResourceType QUOTAS =
      ResourceType.namespaced("v1", "ResourceQuota", "resourcequotas");
  private static final ResourceType NAMESPACES =
      ResourceType.cluster("v1", "Namespace", "namespaces");
  private static final ResourceType ACCOUNTS =
      ResourceType.namespaced("v1", "ServiceAccount", "serviceaccounts");

  private final Storage storage;
  private final ApiServerConfig config;
  private final @Nullable Interference interference;
  private final @Nullable WebPages webPages;
  private final WorkerPool workers = new WorkerPool();
  private final CacheMemory cacheMemory;
  private final CacheOptions caches;
  private final ResourceRegistry registry;
  private final ResourceStorages storages;

  private final AccessControl access;
  private final ServiceAccountAccess accounts;
  private final AuthenticationControl authentication;
  private final WebhookConnections webhooks;
  private final AdmissionLookups lookups;
  private final NodeRestriction nodeRestriction;
  private final AdmissionControl admission;
  private final ResourceVerbs verbs;
  private final CustomResources customResources;
  private final StorageProbe storageProbe;
  private final StorageGauges storageGauges;
  private final ApiHttpServer http;

  /** Null until the HTTP server accepts connections. */
  private @Nullable BuiltInControllers controllers;

  /** Null until the HTTP server accepts connections. */
  private @Nullable FlowConfiguration flowConfiguration;

  private ApiServer(
      Storage storage,
      ApiServerConfig config,
      @Nullable Interference interference,
      @Nullable WebPages webPages) {
    this.storage = storage;
    this.config = config;
    this.interference = interference;
    this.webPages = webPages;
    this.registry =
        new ResourceRegistry(
            signed(AccessControl.enforced(BuiltInResources.load(), config.authorization())));
    this.cacheMemory =
        new CacheMemory(config.cacheMemory(), config.timers(), workers, config.metrics());
    this.caches =
        CacheOptions.of(ByteBudget.ofHeap(), cacheMemory, config.timers(), config.metrics());
    this.storages = new ResourceStorages(registry, this::storage);
    this.access =
        new AccessControl(
            config.authorization(), this::source, workers, config.metrics(), config.timers());
    this.accounts =
        new ServiceAccountAccess(config.tokens(), storage, new Workers(workers), config.timers());
    this.authentication = new AuthenticationControl(config, workers);
    this.webhooks =
        new WebhookConnections(ResponseBudget.ofHeap(), serviceResolver(), config.timers());
    this.lookups = new AdmissionLookups(new OtherObjects(registry, storages));
    this.nodeRestriction = new NodeRestriction(lookups::find, access.authorizer());
    this.admission = admission();
    this.verbs =
        ResourceVerbs.over(storages)
            .registry(registry)
            .timers(config.timers())
            .workers(workers)
            .converters(this::converter)
            .scales(this::scale)
            .reservations(new StoredReservations(storage))
            .authorizer(access.authorizer())
            .tokens(accounts.issuer())
            .admission(admission.chain())
            .plugins(config.admission()::runs)
            .rules(CustomResources.TYPE.toString(), new ServedDefinitionRules())
            .build();
    this.customResources = customResources();
    this.storageProbe = new StorageProbe(storage, workers, config.timers());
    this.storageGauges = new StorageGauges(storage, config.metrics());
    this.http = http();
  }

  /**
   * Loads the classes and tables that every start needs: the types of the built-in kinds, the
   * network and TLS. {@link #start} does the same. Call this on another thread while the storage is
   * being opened, to make the start faster.
   */
  public static void prepare() {
    BuiltInTypes unused = BuiltInTypes.load();
    ApiHttpServer.prepare();
  }

  /** Warms up TLS, so that the first handshake is not slow. May run while the server starts. */
  public static void prepareHandshakes() {
    ApiHttpServer.prepareHandshakes();
  }

  /**
   * Starts a server. Returns once clients can connect.
   *
   * @throws IllegalStateException if it cannot listen on the configured address
   */
  public static ApiServer start(Storage storage, ApiServerConfig config) {
    return start(new ApiServer(storage, config, null, null));
  }

  /**
   * Starts a server whose requests pass through an {@link Interference}, which the server closes.
   *
   * <p>Internal: the program has {@code --faults}, tests have {@code listwatch-testing}.
   */
  public static ApiServer startWithInterference(
      Storage storage, ApiServerConfig config, Interference interference) {
    return start(new ApiServer(storage, config, interference, null));
  }

  /**
   * Starts a server with pages for browsers, which the server closes.
   *
   * <p>Internal: the program has {@code --console}.
   *
   * @param interference as in {@link #startWithInterference}; null for none
   */
  public static ApiServer startWithPages(
      Storage storage,
      ApiServerConfig config,
      @Nullable Interference interference,
      WebPages webPages) {
    return start(new ApiServer(storage, config, interference, webPages));
  }

  private static ApiServer start(ApiServer server) {
    try {
      server.customResources.start();
      server.admission.start();
      server.access.start();
      server.http.start();
      new SystemNamespaces(server.registry, server.verbs).create();
      server.access.bootstrap(server.registry, server.verbs, server.storage);
      server.startControllers();
    } catch (RuntimeException failure) {
      server.close();
      throw failure;
    }
    return server;
  }

  /**
   * Returns the definitions; if this server signs certificates, without the warning that none are
   * signed.
   */
  private List<ResourceDefinition> signed(List<ResourceDefinition> definitions) {
    return config.signing() == null
        ? definitions
        : definitions.stream()
            .map(
                each ->
                    each.type().plural().equals("certificatesigningrequests")
                        ? each.enforced()
                        : each)
            .toList();
  }

  private ResourceStorage storage(ResourceDefinition definition) {
    ResourceCodec codec = codec(definition);
    ResourceStorage plain =
        definition.traits().has(Trait.UNCACHED)
            ? new DirectResourceStorage(storage, codec, workers, config.metrics(), caches.events())
            : new CachedResourceStorage(storage, codec, workers, caches);
    ResourceStorage seen =
        definition.stored().equals(NAMESPACES) ? AdmissionControl.seen(plain) : plain;
    ResourceStorage followed = admission.followed(definition, access.followed(definition, seen));
    return definition.stored().equals(NAMESPACES) && config.controllers().defaultAccounts()
        ? new NamespaceAccounts(followed, definition(ACCOUNTS), this::verbs)
        : followed;
  }

  private ListerWatcher source(ResourceType type) {
    return new StorageListerWatcher(
        storage, codec(definition(type)), config.metrics(), config.timers());
  }

  private static ResourceCodec codec(ResourceDefinition definition) {
    return new ResourceCodec(
        definition.stored(),
        CanonicalForms.of(definition),
        definition.selectableFields(),
        definition.custom() ? definition.content()::reread : ReadDefaults.NONE);
  }

  private CustomResources customResources() {
    return new CustomResources(
        registry,
        source(CustomResources.TYPE),
        new DefinitionStatus(definition(CustomResources.TYPE), verbs)::write,
        workers,
        webhooks,
        config.metrics(),
        config.timers());
  }

  private ServiceResolver serviceResolver() {
    return new ServiceEndpoints(
        config.webhookAddresses(),
        storages,
        definition(ServiceEndpoints.SERVICES),
        definition(ServiceEndpoints.SLICES));
  }

  private AdmissionControl admission() {
    var context =
        new AdmissionContext(
            AdmissionControl.namespaces(() -> storages.apply(definition(NAMESPACES))),
            new EquivalentVersions(registry, this::converter),
            access.authorizer(),
            workers);
    return new AdmissionControl(
        config,
        this::source,
        new AdmissionControl.Parts(
            context,
            new PolicyParameters(storages),
            webhooks,
            () -> storages.apply(definition(PODS)),
            new QuotaStatus(definition(QUOTAS), this::verbs),
            workers,
            new PodObjects(lookups, lookups::priorityClasses),
            nodeRestriction,
            access.admission()));
  }

  private ResourceDefinition definition(ResourceType type) {
    return registry.find(type.group(), type.version(), type.plural()).orElseThrow();
  }

  private VersionConverter converter(ResourceDefinition definition) {
    return definition.custom()
        ? customResources.converter(definition.type())
        : BuiltInConverters.of(definition);
  }

  private ScalePaths scale(ResourceDefinition definition) {
    return customResources.scale(definition.type()).orElse(ScalePaths.DEFAULT);
  }

  private ApiHttpServer http() {
    Supplier<Identity> identity = config.identity();
    var others = new OtherObjects(registry, storages);
    return new ApiHttpServer(
        config.http(),
        identity == null ? null : () -> tls(identity.get()),
        registry,
        verbs,
        new ApiDocuments(
            new DiscoveryDocuments(registry, () -> NetUtil.toSocketAddressString(address())),
            new OpenApiDocuments(registry, customResources::schema, workers),
            accounts.documents(() -> NetUtil.toSocketAddressString(address()))),
        authentication.authenticator(
            accounts.tokens(
                (plural, namespace, name) -> others.object("", plural, namespace, name),
                (plural, namespace, name) -> others.cached("", plural, namespace, name),
                new LegacyTokenUse(definition(SECRETS), verbs, config.timers()))),
        access.authorizer(),
        HttpServerParts.NO_OP.with(
            parts ->
                parts
                    .timers(config.timers())
                    .metrics(config.metrics())
                    .metricsPage(config.metricsPage())
                    .checks(checks())
                    .audit(config.audit())
                    .auditor(config.auditor())
                    .bodies(BodyBudget.ofHeap())
                    .events(caches.events())
                    .interference(interference)
                    .unattended(config.controllers()::warnsOf)
                    .documents(
                        Map.of(
                            "caches", new CachesDocument(storage, cacheMemory),
                            "resources", new ResourcesDocument(registry, verbs)))
                    .webPages(webPages)
                    .kubelets(config.kubelets())));
  }

  private HealthChecks checks() {
    return new HealthChecks(
        List.of(),
        List.of(
            new HealthCheck("storage", storageProbe::responds),
            // Not required for /readyz: a server whose storage is full must still receive the
            // deletes that free space.
            new HealthCheck("storage-quota", false, storageGauges::hasRoom),
            HealthCheck.reported("cache-memory", this::lostCaches)));
  }

  /** Returns why the check of the caches' memory fails; empty if it passes. */
  private String lostCaches() {
    List<String> uncached = cacheMemory.uncached();
    return uncached.isEmpty() ? "" : "no watch cache for " + String.join(", ", uncached);
  }

  private void startControllers() {
    var parts =
        new ControllerParts(
            storage,
            registry,
            verbs,
            customResources::schema,
            config.controllers(),
            accounts.issuer(),
            access.authorizer(),
            config.signing(),
            config.identity() == null ? null : address(),
            config.timers(),
            config.metrics());
    flowConfiguration = new FlowConfiguration(parts, http.flowControl());
    flowConfiguration.start();
    controllers = new BuiltInControllers(parts);
    controllers.start();
  }

  /** Returns an address at which at least this machine can reach the server. */
  private InetSocketAddress address() {
    InetAddress bound = config.http().address().getAddress();
    return new InetSocketAddress(
        bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound, port());
  }

  private TlsIdentity tls(Identity identity) {
    return new TlsIdentity(identity.key(), identity.chain(), config.clientAuthorities());
  }

  /** Returns the port that clients connect to. */
  public int port() {
    return http.port();
  }

  /** Returns the port without TLS, if there is one. */
  public int plainPort() {
    return http.plainPort();
  }

  /** Returns the resources that are served. Internal: for the program and the test server. */
  public ResourceRegistry registry() {
    return registry;
  }

  /** Returns the verbs, without HTTP. Internal: for the program and the test server. */
  public ResourceVerbs verbs() {
    return verbs;
  }

  /** Returns the mutating or the validating webhooks. Internal: for the test server. */
  public WebhookConfigurations webhooks(boolean mutating) {
    return admission.webhooks(mutating);
  }

  /** Returns the authorizer of all requests. Internal: for the test server. */
  public Authorizer authorizer() {
    return access.authorizer();
  }

  /** Stops listening, ends all watches cleanly and finishes the requests in progress. */
  @Override
  public void close() {
    if (interference != null) {
      interference.close();
    }
    if (flowConfiguration != null) {
      flowConfiguration.close();
    }
    if (controllers != null) {
      controllers.close();
    }
    http.close();
    if (webPages != null) {
      webPages.close();
    }
    storageProbe.close();
    storageGauges.close();
    customResources.close();
    admission.close();
    authentication.close();
    webhooks.close();
    access.close();
    cacheMemory.close();
    storages.close();
    workers.close();
  }
}
