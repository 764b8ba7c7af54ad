package io.listwatch.server.registry.verbs;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ResourceStorages;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionChain;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.server.registry.admission.BuiltInPlugins;
import io.listwatch.server.registry.admission.PodObjects;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.registry.strategy.OtherObjects;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.table.PlainColumns;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ReadDefaults;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.ManualTimers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The verbs and their collaborators over a storage in memory. The calling thread runs every step,
 * unless a test passes other workers.
 */
public final class VerbsFixture implements AutoCloseable {
  public final ManualTimers timers = new ManualTimers();
  public final ResourceRegistry registry;
  public final ResourceVerbs verbs;
  private final KindTable kinds;
  private final Executor workers;
  private final ManualStorageClock clock = new ManualStorageClock();
  private final Storage storage = MemoryStorage.open(clock);
  public final ResourceStorages storages;

  public VerbsFixture(ResourceDefinition... custom) {
    this(Authorizer.allowAll(), custom);
  }

  public VerbsFixture(Authorizer authorizer, ResourceDefinition... custom) {
    this(authorizer, Admission.NONE, Runnable::run, custom);
  }

  /** Returns a fixture with the plug-ins that set fields of new objects. */
  public static VerbsFixture withDefaults() {
    return new VerbsFixture(Authorizer.allowAll(), null, Runnable::run);
  }

  /**
   * Creates a fixture with admission.
   *
   * @param admission null for the plug-ins that set fields of new objects
   * @param workers run all steps
   */
  public VerbsFixture(
      Authorizer authorizer,
      @Nullable Admission admission,
      Executor workers,
      ResourceDefinition... custom) {
    this.workers = workers;
    var definitions = new ArrayList<>(BuiltInResources.load());
    definitions.addAll(List.of(custom));
    this.registry = new ResourceRegistry(definitions);
    this.storages = new ResourceStorages(registry, this::storage);
    ResourceVerbsBuilder builder =
        ResourceVerbs.over(storages)
            .registry(registry)
            .timers(timers)
            .identities(new Identities(new Random(4)))
            .authorizer(authorizer)
            .admission(admission == null ? defaults() : admission)
            .workers(workers);
    this.kinds = builder.kinds();
    this.verbs = builder.build();
  }

  private Admission defaults() {
    var objects = new OtherObjects(registry, storages);
    AdmissionChain.Builder chain = AdmissionChain.of(AdmissionSettings.DEFAULT);
    BuiltInPlugins.addDefaultsTo(
        chain,
        new PodObjects(
            objects::find,
            () -> objects.all("scheduling.k8s.io", "priorityclasses", VersionMatch.any())),
        new Identities(new Random(5)),
        timers,
        workers);
    return chain.build();
  }

  private ResourceStorage storage(ResourceDefinition definition) {
    var codec =
        new ResourceCodec(
            definition.stored(),
            CanonicalForms.of(definition),
            definition.selectableFields(),
            ReadDefaults.NONE);
    return new DirectResourceStorage(storage, codec, workers, Metrics.none());
  }

  public ResourceDefinition definition(String group, String plural) {
    return registry.definitions().stream()
        .filter(each -> each.type().group().equals(group) && each.type().plural().equals(plural))
        .findFirst()
        .orElseThrow();
  }

  /** Returns a kind with its storage, schema and strategy. */
  public ServedKind kind(String group, String plural) {
    return kinds.apply(definition(group, plural));
  }

  /** Returns a custom resource with these subresources. */
  public static ResourceDefinition custom(String apiVersion, String kind, String... subresources) {
    ResourceType type = ResourceType.namespaced(apiVersion, kind, "widgets");
    List<Verb> verbs = List.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
    return new ResourceDefinition(
        type,
        type,
        "widget",
        kind + "List",
        List.of(),
        List.of(),
        List.of(
            Verb.CREATE,
            Verb.DELETE,
            Verb.DELETECOLLECTION,
            Verb.GET,
            Verb.LIST,
            Verb.PATCH,
            Verb.UPDATE,
            Verb.WATCH),
        List.of(subresources).stream()
            .map(name -> new Subresource(name, "", "", kind, verbs))
            .toList(),
        SelectableFields.NONE,
        PlainColumns.DEFAULT);
  }

  @Override
  public void close() {
    storages.close();
    storage.close();
  }
}
