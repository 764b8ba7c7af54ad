package io.listwatch.server.registry.verbs;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.strategy.ObjectRules;
import io.listwatch.objects.strategy.RuledStrategy;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.token.TokenIssuer;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.strategy.BuiltInKinds;
import io.listwatch.server.registry.strategy.Reservations;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.time.Timers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Builds {@link ResourceVerbs}. */
public final class ResourceVerbsBuilder {
  final Function<ResourceDefinition, ResourceStorage> storages;
  final Map<String, ObjectRules> rules = new HashMap<>();
  ResourceRegistry registry = new ResourceRegistry(List.of());
  Function<ResourceDefinition, VersionConverter> converters = VersionConverter::ofNames;
  Function<ResourceDefinition, ScalePaths> scales = each -> ScalePaths.DEFAULT;
  Timers timers = Timers.system();
  Identities identities = Identities.secure();
  Reservations reservations = Reservations.inMemory();
  Authorizer authorizer = Authorizer.allowAll();
  Admission admission = Admission.NONE;
  Predicate<String> plugins = AdmissionSettings.DEFAULT::runs;
  Executor workers = ForkJoinPool.commonPool();
  @Nullable TokenIssuer tokens;

  ResourceVerbsBuilder(Function<ResourceDefinition, ResourceStorage> storages) {
    this.storages = storages;
  }

  /**
   * Sets the registry in which definitions are looked up. If it serves namespaces, objects can only
   * be created in existing ones.
   */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder registry(ResourceRegistry registry) {
    this.registry = registry;
    return this;
  }

  /** Sets the converters between the stored and the served version of each definition. */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder converters(
      Function<ResourceDefinition, VersionConverter> converters) {
    this.converters = converters;
    return this;
  }

  /** Sets the {@link ScalePaths} of custom resources. */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder scales(Function<ResourceDefinition, ScalePaths> scales) {
    this.scales = scales;
    return this;
  }

  @CanIgnoreReturnValue
  public ResourceVerbsBuilder timers(Timers timers) {
    this.timers = timers;
    return this;
  }

  @CanIgnoreReturnValue
  public ResourceVerbsBuilder identities(Identities identities) {
    this.identities = identities;
    return this;
  }

  /** Sets the reservations that hold ClusterIPs and node ports while a service is written. */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder reservations(Reservations reservations) {
    this.reservations = reservations;
    return this;
  }

  /**
   * Sets the authorizer for checks inside a write: approving or signing certificate requests, and
   * updates that create the object.
   */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder authorizer(Authorizer authorizer) {
    this.authorizer = authorizer;
    return this;
  }

  /** Sets the admission control of all writes. */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder admission(Admission admission) {
    this.admission = admission;
    return this;
  }

  /** Sets the issuer of service account tokens; without it, TokenRequests get 501. */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder tokens(TokenIssuer tokens) {
    this.tokens = tokens;
    return this;
  }

  /** Sets which admission plug-ins run, by their names. */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder plugins(Predicate<String> plugins) {
    this.plugins = plugins;
    return this;
  }

  /** Sets the bounded executor for decoding and other work that needs no storage. */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder workers(Executor workers) {
    this.workers = workers;
    return this;
  }

  /**
   * Adds rules for the objects of one kind, besides those for all kinds.
   *
   * @param resource such as {@code customresourcedefinitions.apiextensions.k8s.io}
   */
  @CanIgnoreReturnValue
  public ResourceVerbsBuilder rules(String resource, ObjectRules ofObjects) {
    rules.put(resource, ofObjects);
    return this;
  }

  public ResourceVerbs build() {
    return new ResourceVerbs(this);
  }

  KindTable kinds() {
    return new KindTable(registry, storages, converters, this::strategy);
  }

  private Strategy strategy(ResourceDefinition definition) {
    ObjectRules ofObjects = rules.get(definition.type().toString());
    return ofObjects == null
        ? BuiltInKinds.strategy(definition)
        : new RuledStrategy(definition.written(), ofObjects);
  }
}
