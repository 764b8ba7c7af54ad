package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.token.TokenIssuer;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionNotes;
import io.listwatch.server.registry.delete.CollectionDeletion;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteResult;
import io.listwatch.server.registry.delete.DeleteTransition;
import io.listwatch.server.registry.delete.DeletedCollection;
import io.listwatch.server.registry.strategy.NodeTopology;
import io.listwatch.server.registry.strategy.OtherObjects;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.strategy.WritePrerequisites;
import io.listwatch.server.registry.write.BeforeCreate;
import io.listwatch.server.registry.write.CreateGate;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.FieldOwners;
import io.listwatch.server.registry.write.FullReplacement;
import io.listwatch.server.registry.write.ObjectPart;
import io.listwatch.server.registry.write.ObjectWrites;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.server.registry.write.WriteSteps;
import io.listwatch.server.resource.ObjectStats;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.StorageFailures;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The verbs on objects: the one entry for HTTP handlers and for the server's own controllers.
 *
 * <p>Failures are {@link io.listwatch.model.ApiException}s in kube-apiserver's words, through the
 * stage. No call waits for storage. The calling thread decodes an object that is to be created, so
 * event loops call from the {@link #workers}.
 */
public final class ResourceVerbs {
  private final Function<ResourceDefinition, ServedKind> kinds;
  private final ResourceRegistry registry;
  private final ObjectWrites writes;
  private final Admission admission;
  private final Subresources subresources;
  private final Timers timers;
  private final Executor workers;
  private final boolean checksNamespaces;

  /** Creates verbs with defaults for everything but the storages, for readers and tests. */
  public ResourceVerbs(Function<ResourceDefinition, ResourceStorage> storages) {
    this(new ResourceVerbsBuilder(storages));
  }

  ResourceVerbs(ResourceVerbsBuilder builder) {
    this.kinds = builder.kinds();
    this.registry = builder.registry;
    this.timers = builder.timers;
    this.workers = builder.workers;
    this.checksNamespaces = builder.plugins.test("NamespaceLifecycle");
    this.admission = builder.admission;
    var objects = new OtherObjects(registry, builder.storages);
    this.writes =
        new ObjectWrites(
            new WriteSteps(
                registry,
                new FieldOwners(timers),
                new BeforeCreate(timers, builder.identities),
                admission,
                builder.authorizer,
                workers),
            new CreateGate(
                registry,
                builder.storages,
                checksNamespaces,
                builder.plugins.test("NamespaceAutoProvision") ? this::provision : null),
            new WritePrerequisites(
                objects, builder.reservations, builder.authorizer, timers, builder.plugins));
    this.subresources = new Subresources();
    subresources.add("status", new PartVerbs(kinds, writes, ObjectPart.STATUS));
    subresources.add("scale", new ScaleVerbs(kinds, builder.scales, writes));
    subresources.add("namespaces/finalize", new PartVerbs(kinds, writes, ObjectPart.FINALIZE));
    subresources.add("approval", new PartVerbs(kinds, writes, ObjectPart.APPROVAL));
    subresources.add("serviceaccounts/token", tokens(builder));
    subresources.add(
        "pods/binding", new BindingVerbs(kinds, writes, new NodeTopology(objects), timers));
    subresources.add(
        "pods/ephemeralcontainers", new PartVerbs(kinds, writes, ObjectPart.EPHEMERAL_CONTAINERS));
    subresources.add("pods/resize", new PartVerbs(kinds, writes, ObjectPart.RESIZE));
    var budgets = new DisruptionBudgets(registry, kinds, writes, timers);
    subresources.add(
        "pods/eviction", new EvictionVerbs(kinds, budgets, writes, this::deleteEvicted, timers));
  }

  private SubresourceVerbs tokens(ResourceVerbsBuilder builder) {
    TokenIssuer issuer = builder.tokens;
    return issuer == null
        ? new SubresourceVerbs() {}
        : new TokenRequestVerbs(kinds, writes, registry, issuer, builder.identities, timers);
  }

  /** Returns a builder of verbs over these storages, with defaults for everything else. */
  public static ResourceVerbsBuilder over(Function<ResourceDefinition, ResourceStorage> storages) {
    return new ResourceVerbsBuilder(storages);
  }

  /** Returns the bounded pool on which writes run and request bodies are parsed. */
  public Workers workers() {
    return new Workers(workers);
  }

  /** True if objects are created only in namespaces that exist. */
  public boolean checksNamespaces() {
    return checksNamespaces;
  }

  public CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    return kinds.apply(definition).get(key, match);
  }

  /**
   * Reads an object or one of its subresources.
   *
   * @param subresource such as {@code scale}; empty for the object itself
   */
  public CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, String subresource, VersionMatch match) {
    return subresource.isEmpty()
        ? get(definition, key, match)
        : attempt(
            () ->
                subresources
                    .of(definition, key, subresource, Verb.GET)
                    .get(definition, key, match));
  }

  public CompletionStage<ResourcePage> list(
      ResourceDefinition definition, ResourceScope scope, ListOptions options) {
    return kinds.apply(definition).storage().list(scope, options);
  }

  /** True if watches of the resource can send deltas. */
  public boolean sendsDeltas(ResourceDefinition definition) {
    return kinds.apply(definition).converter().pure();
  }

  public ResourceWatch watch(
      ResourceDefinition definition, WatchRequest request, Executor loop, Runnable onReadable) {
    return kinds.apply(definition).storage().watch(request, loop, onReadable);
  }

  /**
   * Returns the number and size of a resource's objects, as far as they are known, without waiting.
   */
  public ObjectStats stats(ResourceDefinition definition) {
    return kinds.apply(definition).storage().stats();
  }

  /**
   * Creates an object.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   */
  public CompletionStage<WriteResult> create(
      ResourceDefinition definition,
      @Nullable String namespace,
      DecodedObject object,
      WriteOptions options) {
    if (definition.type().toString().equals("bindings")) {
      return bind(namespace, object, options);
    }
    return attempt(
        () -> {
          ServedKind kind = kinds.apply(definition);
          JsonObject draft = writes.decode(kind, namespace, object, options);
          return writes.create(kind, namespace, draft, options);
        });
  }

  /**
   * Decodes and defaults an object as for a create, without storing it.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   */
  public CompletionStage<JsonObject> draft(
      ResourceDefinition definition,
      @Nullable String namespace,
      DecodedObject object,
      WriteOptions options) {
    return attempt(
        () ->
            CompletableFuture.completedFuture(
                writes.decode(kinds.apply(definition), namespace, object, options)));
  }

  /** Creates a namespace for the plug-in NamespaceAutoProvision. */
  private CompletionStage<WriteResult> provision(String name) {
    var namespace = new JsonObject();
    namespace.putObject("metadata").put("name", name);
    return create(
        registry.find("", "v1", "namespaces").orElseThrow(),
        null,
        new DecodedObject(namespace, List.of()),
        new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false));
  }

  /** Creates a legacy Binding object, which has the name of the pod. */
  private CompletionStage<WriteResult> bind(
      @Nullable String namespace, DecodedObject binding, WriteOptions options) {
    return attempt(
        () -> {
          String name = Metadata.of(binding.object()).name();
          ResourceDefinition pods =
              registry
                  .find("", "v1", "pods")
                  .orElseThrow(() -> ApiErrors.notImplemented("binding without pods"));
          if (name.isEmpty()) {
            throw ApiErrors.invalid(
                "",
                "Binding",
                "",
                List.of(FieldError.required("metadata.name", "name or generateName is required")));
          }
          return create(pods, new ResourceKey(namespace, name), "binding", binding, options);
        });
  }

  /**
   * Creates a subresource, such as a binding or an eviction. Where the API responds with a plain
   * Success status, the stage completes with the object.
   */
  public CompletionStage<WriteResult> create(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      DecodedObject object,
      WriteOptions options) {
    return attempt(
        () ->
            subresources
                .of(definition, key, subresource, Verb.CREATE)
                .create(definition, key, object, options));
  }

  /**
   * Replaces an object or one of its subresources.
   *
   * @param subresource empty for the object itself
   */
  public CompletionStage<WriteResult> update(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      DecodedObject object,
      WriteOptions options) {
    return attempt(
        () -> {
          if (!subresource.isEmpty()) {
            return subresources
                .of(definition, key, subresource, Verb.UPDATE)
                .update(definition, key, object, options);
          }
          ServedKind kind = kinds.apply(definition);
          return writes.update(kind, key, new FullReplacement(object), ObjectPart.WHOLE, options);
        });
  }

  public CompletionStage<WriteResult> patch(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      Patch patch,
      WriteOptions options) {
    return attempt(
        () -> {
          if (!subresource.isEmpty()) {
            return subresources
                .of(definition, key, subresource, Verb.PATCH)
                .patch(definition, key, patch, options);
          }
          ServedKind kind = kinds.apply(definition);
          return writes.patch(kind, key, patch, ObjectPart.WHOLE, options);
        });
  }

  public CompletionStage<DeleteResult> delete(
      ResourceDefinition definition, ResourceKey key, DeleteOptions options) {
    return SystemPriorities.contain(definition.type(), key.name())
        ? CompletableFuture.failedFuture(
            ApiErrors.forbidden(
                definition.type(),
                key.name(),
                "this is a system priority class and cannot be deleted"))
        : delete(definition, key, options, admission);
  }

  /** Deletes a pod without admission, which has seen the Eviction. */
  private CompletionStage<DeleteResult> deleteEvicted(
      ResourceDefinition definition, ResourceKey key, DeleteOptions options) {
    return delete(definition, key, options, Admission.NONE);
  }

  private CompletionStage<DeleteResult> delete(
      ResourceDefinition definition, ResourceKey key, DeleteOptions options, Admission control) {
    ServedKind kind = kinds.apply(definition);
    var deletion = new DeleteTransition(kind, key, options, control, timers, workers);
    return options
        .warnings()
        .trace()
        .during(() -> kind.storage().write(key, deletion))
        .thenCompose(
            answer ->
                deletion.toBeRemoved() && !options.dryRun()
                    ? remove(kind, key, answer)
                    : CompletableFuture.completedFuture(answer))
        .thenApply(deletion::removed);
  }

  /**
   * Removes an object that is already marked as terminating. Reports a failure as an error that
   * clients do not retry.
   */
  private static CompletionStage<Resource> remove(
      ServedKind kind, ResourceKey key, Resource marked) {
    return kind.storage()
        .write(key, DeleteTransition.removing(marked))
        .exceptionallyCompose(
            failure -> CompletableFuture.failedStage(StorageFailures.afterWrite(failure)));
  }

  /**
   * Runs admission for a connection to an object, such as {@code exec}.
   *
   * @param type of the options
   * @param connection the options of the connection
   * @param notes receives warnings and audit annotations
   */
  public CompletionStage<Void> connect(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      ResourceType type,
      JsonObject connection,
      UserInfo user,
      AdmissionNotes notes) {
    return attempt(
        () -> writes.connect(definition, key, subresource, type, connection, user, notes));
  }

  /**
   * Deletes the objects that a list with these options returns.
   *
   * @param abandoned true once the request has ended, which ends the deletion, too
   */
  public CompletionStage<DeletedCollection> deleteCollection(
      ResourceDefinition definition,
      ResourceScope scope,
      ListOptions selection,
      DeleteOptions options,
      BooleanSupplier abandoned) {
    Function<Resource, CompletionStage<DeleteResult>> remove =
        each -> delete(definition, each.key(), options.forCollection(), admission);
    ServedKind kind = kinds.apply(definition);
    return new CollectionDeletion(kind, scope, remove, abandoned, workers).run(selection);
  }

  /** Turns an exception that is thrown immediately into a failed stage. */
  private static <T> CompletionStage<T> attempt(Supplier<CompletionStage<T>> work) {
    try {
      return work.get();
    } catch (ApiException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
