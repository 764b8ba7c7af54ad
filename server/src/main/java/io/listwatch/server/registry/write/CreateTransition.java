package io.listwatch.server.registry.write;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The transition of a POST, from the decoded and defaulted object to the stored one: mutating
 * admission, {@link BeforeCreate}, validating admission.
 */
final class CreateTransition implements Transition {
  private final ServedKind kind;
  private final ResourceKey key;
  private final JsonObject draft;
  private final WriteSteps steps;
  private final WriteOptions options;

  /**
   * True once the steps have run; if the storage then calls again with an object, the name is
   * taken.
   */
  private boolean collided;

  /**
   * Creates the transition.
   *
   * @param draft the object, decoded and defaulted; not changed
   */
  CreateTransition(
      ServedKind kind, ResourceKey key, JsonObject draft, WriteSteps steps, WriteOptions options) {
    this.kind = kind;
    this.key = key;
    this.draft = draft;
    this.steps = steps;
    this.options = options;
  }

  /** False for a dry run: it writes nothing, so it has to read whether the object exists. */
  @Override
  public boolean expectsNone() {
    return !options.dryRun();
  }

  @Override
  public CompletionStage<Outcome> next(@Nullable Resource current) {
    if (collided && current != null) {
      throw exists(current);
    }
    collided = true;
    JsonObject object = draft.deepCopy();
    kind.strategy().mutate(object);
    AdmissionSteps admission = steps.admission(kind, key, ObjectPart.WHOLE, options);
    return admission.mutate(
        object,
        null,
        changed -> {
          if (changed) {
            steps.decoder(kind, options).decodeAgain(object);
          }
          steps.beforeCreate().apply(kind, object, key.name(), options.warnings());
          return admission.validate(
              object, null, admitted -> CompletableFuture.completedFuture(store(object, current)));
        });
  }

  private Outcome store(JsonObject object, @Nullable Resource current) {
    checkUnversioned(Metadata.of(object));
    if (current != null) {
      throw exists(current);
    }
    if (options.dryRun()) {
      // A dry run assigns no resourceVersion, so the object keeps the submitted one.
      return new Outcome.NoWrite(kind.dryRunResult(object));
    }
    Metadata.of(object).remove("resourceVersion");
    return new Outcome.Put(object, kind.lifetime());
  }

  private RuntimeException exists(Resource current) {
    return current.terminating()
        ? ApiErrors.beingDeleted(kind.type(), key.name())
        : ApiErrors.alreadyExists(kind.type(), key.name());
  }

  /** Rejects a numeric resourceVersion; kube-apiserver ignores every other one. */
  private void checkUnversioned(Metadata metadata) {
    String version = metadata.resourceVersion();
    boolean number = !version.isEmpty() && version.chars().allMatch(c -> c >= '0' && c <= '9');
    if (number && !version.replace("0", "").isEmpty() && !options.dryRun()) {
      throw ApiErrors.plain("resourceVersion should not be set on objects to be created");
    }
  }
}
