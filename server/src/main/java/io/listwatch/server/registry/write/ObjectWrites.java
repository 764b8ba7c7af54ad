package io.listwatch.server.registry.write;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionNotes;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.Reinvocation;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.strategy.WritePrerequisites;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Writes objects: the last step of every POST, PUT and PATCH. */
public final class ObjectWrites {
  /**
   * With eight attempts, a create among a million names of one prefix fails once in a thousand
   * times.
   */
  private static final int MAX_GENERATED_NAMES = 8;

  private final WriteSteps steps;
  private final CreateGate gate;
  private final WritePrerequisites prerequisites;

  public ObjectWrites(WriteSteps steps, CreateGate gate, WritePrerequisites prerequisites) {
    this.steps = steps;
    this.gate = gate;
    this.prerequisites = prerequisites;
  }

  /**
   * Decodes and defaults an object for a create. For kinds that are never stored, this is the last
   * step.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   */
  public JsonObject decode(
      ServedKind kind, @Nullable String namespace, DecodedObject sent, WriteOptions options) {
    JsonObject draft =
        steps.decoder(kind, options).decode(sent.object(), new FullReplacement(sent), namespace);
    Metadata.of(draft).dropSystemFields();
    EmptyCollections.of(sent.object(), draft)
        .during(() -> steps.owners().record(kind, ObjectPart.WHOLE, null, draft, options));
    return draft;
  }

  /**
   * Creates an object. If a generated name is taken, another one is tried.
   *
   * @param draft as {@link #decode} returned it
   */
  public CompletionStage<WriteResult> create(
      ServedKind kind, @Nullable String namespace, JsonObject draft, WriteOptions options) {
    return gate.check(kind, namespace, Metadata.of(draft).name(), options.dryRun())
        .thenCompose(
            open ->
                prerequisites.create(
                    kind,
                    namespace,
                    draft,
                    options.user(),
                    options.dryRun(),
                    ready -> create(ready, draft, options, 1)))
        .thenApply(created -> new WriteResult(created, true));
  }

  private CompletionStage<Resource> create(
      ServedKind kind, JsonObject draft, WriteOptions options, int attempt) {
    Metadata metadata = Metadata.of(draft);
    String name = steps.beforeCreate().nameOf(draft);
    if (name.isEmpty() || name.contains("/")) {
      throw invalidName(kind, draft, name, options);
    }
    var key = new ResourceKey(metadata.namespace().isEmpty() ? null : metadata.namespace(), name);
    var transition = new CreateTransition(kind, key, draft, steps, options);
    CompletionStage<Resource> written =
        options.warnings().trace().during(() -> kind.storage().write(key, transition));
    return metadata.name().isEmpty()
        ? written.exceptionallyComposeAsync(
            problem -> createUnlessTaken(problem, kind, draft, options, attempt, key),
            steps.workers())
        : written;
  }

  /**
   * Validates an object whose name cannot be a storage key, which throws the client's error.
   * Returns an exception for the case that validation accepts the name.
   */
  private IllegalStateException invalidName(
      ServedKind kind, JsonObject draft, String name, WriteOptions options) {
    steps.beforeCreate().apply(kind, draft.deepCopy(), name, options.warnings());
    return new IllegalStateException(kind.type() + ": validation accepts the name '" + name + "'");
  }

  private CompletionStage<Resource> createUnlessTaken(
      Throwable problem,
      ServedKind kind,
      JsonObject draft,
      WriteOptions options,
      int attempt,
      ResourceKey taken) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    if (!(cause instanceof AlreadyExistsException)) {
      return CompletableFuture.failedFuture(problem);
    }
    return attempt < MAX_GENERATED_NAMES
        ? create(kind, draft, options, attempt + 1)
        : CompletableFuture.failedFuture(ApiErrors.noUniqueName(kind.type(), taken.name()));
  }

  /**
   * Updates an object or a part of it; creates a missing one if the kind or the change allows that.
   */
  public CompletionStage<WriteResult> update(
      ServedKind kind,
      ResourceKey key,
      RequestedChange change,
      ObjectPart part,
      WriteOptions options) {
    return prerequisites.change(
        kind,
        key,
        part.subresource(),
        options.user(),
        options.dryRun(),
        ready -> write(ready, key, change, part, options));
  }

  private CompletionStage<WriteResult> write(
      ServedKind kind,
      ResourceKey key,
      RequestedChange change,
      ObjectPart part,
      WriteOptions options) {
    var transition =
        new UpdateTransition(
            kind,
            key,
            change,
            part,
            steps,
            object -> createInUpdate(kind, key, object, options),
            options);
    return options
        .warnings()
        .trace()
        .during(() -> kind.storage().write(key, transition))
        .thenApply(transition::result);
  }

  /** Returns the kind with which to create a missing object, after the checks of a create. */
  private CompletionStage<ServedKind> createInUpdate(
      ServedKind kind, ResourceKey key, JsonObject object, WriteOptions options) {
    return gate.check(kind, key.namespace(), key.name(), options.dryRun())
        .thenCompose(
            open ->
                prerequisites.createInUpdate(
                    kind, key.namespace(), object, options.user(), options.dryRun()));
  }

  /**
   * Returns an object that is created in a subresource.
   *
   * @param object which mutating admission may change
   */
  public SubmittedPart submitted(
      ServedKind kind,
      ResourceKey key,
      String subresource,
      ResourceType type,
      JsonObject object,
      WriteOptions options) {
    return new SubmittedPart(steps, kind, key, subresource, type, object, options);
  }

  /**
   * Runs admission for a connection to an object, such as {@code exec}.
   *
   * @param type of the options
   * @param connection the options, as the query has them
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
    var request =
        new AdmissionRequest(
            AdmissionRequest.Operation.CONNECT,
            definition,
            type,
            key,
            key.name(),
            subresource,
            connection,
            null,
            new JsonObject(),
            user,
            false,
            notes,
            changed -> {},
            new Reinvocation());
    return steps.goOn(
        steps.control().mutate(request), changed -> steps.control().validate(request));
  }

  /** Patches an object or a part of it. An apply to the whole object may create it. */
  public CompletionStage<WriteResult> patch(
      ServedKind kind, ResourceKey key, Patch patch, ObjectPart part, WriteOptions options) {
    RequestedChange change =
        patch.type() == Patch.Type.APPLY
            ? applied(kind, key, ApplyConfiguration.of(patch), part, options)
            : new PatchChange(kind, key.name(), patch);
    return update(kind, key, change, part, options);
  }

  private RequestedChange applied(
      ServedKind kind,
      ResourceKey key,
      ApplyConfiguration configuration,
      ObjectPart part,
      WriteOptions options) {
    return new ApplyChange(
        kind.type(),
        key.name(),
        configuration,
        (old, wanted) -> steps.owners().apply(kind, part, old, wanted, options),
        part == ObjectPart.WHOLE);
  }

  /** Returns the change of a Scale by a patch of any type. */
  public RequestedChange ofScale(
      ServedKind kind, ResourceKey key, Patch patch, WriteOptions options) {
    return patch.type() == Patch.Type.APPLY
        ? new ApplyChange(
            Scales.TYPE,
            key.name(),
            ApplyConfiguration.of(patch),
            (scale, wanted) -> steps.owners().applyToScale(scale, wanted, options),
            false)
        : ofScale(new PatchChange(kind, key.name(), patch, Scales.SCHEMA), options);
  }

  /** Wraps a change of a Scale to record the manager of its replicas. */
  public RequestedChange ofScale(RequestedChange change, WriteOptions options) {
    return new ScaleChange(change, steps.owners(), options);
  }
}
