package io.listwatch.server.registry.write;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transition of a PUT or PATCH. If it creates the object, it is a CREATE for admission, and the
 * user also needs that verb.
 *
 * <pre>
 *   decode ─▶ default ─▶ own ─▶ mutating admission ─▶ BeforeUpdate or BeforeCreate
 *                 ▲──────┘ again, if that changed the object     │
 *                                                   validating admission ─▶ store
 * </pre>
 *
 * <p>Threads: the storage calls {@link #next} one at a time; {@link #result} is called when the
 * write is complete.
 */
final class UpdateTransition implements Transition {
  private static final String ANOTHER =
      "StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg:"
          + " %s";

  private final ServedKind kind;
  private final ResourceKey key;
  private final RequestedChange change;
  private final ObjectPart part;
  private final WriteSteps steps;
  private final Function<JsonObject, CompletionStage<ServedKind>> beforeCreate;
  private final WriteOptions options;

  private boolean created;
  private EmptyCollections empty = EmptyCollections.NONE;

  /** The result if the update removed the last finalizer of a terminating object. */
  private @Nullable Resource lastState;

  /**
   * Creates the transition.
   *
   * @param beforeCreate is given the decoded and defaulted object if none exists; returns the kind
   *     with which to create it, or fails if it may not be created
   */
  UpdateTransition(
      ServedKind kind,
      ResourceKey key,
      RequestedChange change,
      ObjectPart part,
      WriteSteps steps,
      Function<JsonObject, CompletionStage<ServedKind>> beforeCreate,
      WriteOptions options) {
    this.kind = kind;
    this.beforeCreate = beforeCreate;
    this.key = key;
    this.change = change;
    this.part = part;
    this.steps = steps;
    this.options = options;
  }

  /**
   * Returns the result of the write.
   *
   * @param stored the object that the storage returned
   */
  WriteResult result(Resource stored) {
    return new WriteResult(lastState != null ? lastState : stored, created);
  }

  @Override
  public CompletionStage<Outcome> next(@Nullable Resource current) {
    created = current == null;
    lastState = null;
    JsonObject old = current == null ? null : ServedKind.tree(current);
    JsonObject next = decoded(old);
    return old != null
        ? admitted(kind, next, old)
        : steps.goOn(beforeCreate.apply(next), ready -> admitted(ready, next, null));
  }

  private CompletionStage<Outcome> admitted(
      ServedKind ready, JsonObject next, @Nullable JsonObject old) {
    if (old == null) {
      ready.strategy().mutate(next);
    }
    if (part.ownDoing()) { // admission has seen the Binding or the Eviction
      prepare(ready, next, old);
      return CompletableFuture.completedFuture(store(ready, next, old));
    }
    ShownPart shown = change.shown();
    if (shown != null && old != null) {
      return admitted(ready, next, old, shown);
    }
    AdmissionSteps admission = steps.admission(ready, key, part, options);
    return admission.mutate(
        next,
        old,
        changed -> {
          if (changed) {
            steps.decoder(ready, options).decodeAgain(next);
          }
          return steps.goOn(
              prepare(ready, next, old),
              prepared ->
                  admission.validate(
                      next,
                      old,
                      passed -> CompletableFuture.completedFuture(store(ready, next, old))));
        });
  }

  /** Admission sees the kind of the subresource. */
  private CompletionStage<Outcome> admitted(
      ServedKind ready, JsonObject next, JsonObject old, ShownPart shown) {
    AdmissionSteps admission =
        AdmissionSteps.ofPart(steps, ready, key, part.subresource(), shown.kind(), options);
    JsonObject requested = shown.requested();
    return admission.mutate(
        requested,
        shown.current(old),
        changed -> {
          if (changed) {
            shown.take(requested, next);
          }
          prepare(ready, next, old);
          return admission.validate(
              shown.of(next),
              shown.of(old),
              passed -> CompletableFuture.completedFuture(store(ready, next, old)));
        });
  }

  private JsonObject decoded(@Nullable JsonObject old) {
    // A body that cannot be decoded is rejected first, even if the object does not exist.
    JsonObject alone = change.standsAlone() ? decode(null) : null;
    checkUid(old);
    if (old == null && !mayCreate()) {
      throw ApiErrors.notFound(kind.type(), key.name());
    }
    JsonObject next = alone != null ? alone : decode(old);
    if (!change.recordsOwners()) {
      empty.during(() -> steps.owners().record(kind, part, old, next, options));
    }
    return next;
  }

  private JsonObject decode(@Nullable JsonObject old) {
    JsonObject wanted = change.of(old == null ? null : old.deepCopy());
    JsonObject next = steps.decoder(kind, options).decode(wanted, change, key.namespace());
    ObjectDecoder.checkName(Metadata.of(next), key.name());
    empty = EmptyCollections.of(wanted, next);
    return next;
  }

  private void checkUid(@Nullable JsonObject old) {
    String uid = old == null ? "" : Metadata.of(old).uid();
    if (!change.uid().isEmpty() && !change.uid().equals(uid)) {
      throw ApiErrors.conflict(
          kind.type(),
          key.name(),
          ANOTHER.formatted(
              EtcdKeys.of(kind.definition(), key), ApiErrors.unmet("UID", change.uid(), uid)));
    }
  }

  private boolean mayCreate() {
    return change.creates() || (kind.traits().createOnUpdate() && part == ObjectPart.WHOLE);
  }

  private CompletionStage<Void> prepare(
      ServedKind ready, JsonObject next, @Nullable JsonObject old) {
    if (old == null) {
      steps.beforeCreate().apply(ready, next, key.name(), options.warnings());
      Metadata.of(next).remove("resourceVersion");
      return steps.authorizeCreate(ready, key, options);
    }
    new BeforeUpdate(ready, part, options.warnings()).apply(next, old);
    if (change.recordsOwners() || !empty.places().isEmpty()) {
      ManagedFields.keepTimes(next, old);
    }
    return CompletableFuture.completedFuture(null);
  }

  private Outcome store(ServedKind ready, JsonObject next, @Nullable JsonObject old) {
    if (old != null && isTheEnd(next, old)) {
      lastState = ready.dryRunResult(next);
      return options.dryRun() ? new Outcome.NoWrite(lastState) : new Outcome.Delete();
    }
    return options.dryRun()
        ? new Outcome.NoWrite(ready.dryRunResult(next))
        : new Outcome.Put(next, ready.lifetime());
  }

  /** True if the object is terminating, its grace period is 0 and it has no finalizers left. */
  private boolean isTheEnd(JsonObject next, JsonObject old) {
    return Metadata.of(old).terminating()
        && kind.strategy().finished(next)
        && Metadata.of(old).deletionGrace().orElse(0) == 0;
  }
}
