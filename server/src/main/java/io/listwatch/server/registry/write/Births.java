package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.strategy.Surroundings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Creates objects; those that want a name of the server's choice get another if it is taken. */
public final class Births {
  /** With eight, a million names of one prefix collide for good once in a thousand times. */
  private static final int ATTEMPTS = 8;

  private final ResourceRegistry registry;
  private final Creation creation;
  private final FieldOwners owners;
  private final Surroundings surroundings;
  private final Executor workers;

  public Births(
      ResourceRegistry registry,
      Creation creation,
      FieldOwners owners,
      Surroundings surroundings,
      Executor workers) {
    this.registry = registry;
    this.creation = creation;
    this.owners = owners;
    this.surroundings = surroundings;
    this.workers = workers;
  }

  /** Takes in an object that is to be created; those that are not stored come no further. */
  public ObjectNode draft(
      ServedKind kind, @Nullable String namespace, SubmittedObject sent, WriteOptions options) {
    var intake = new ObjectIntake(kind, registry, options.validation());
    ObjectNode draft =
        intake.accept(sent.object(), new Submitted(sent), namespace, options.warnings());
    Creation.wipe(draft);
    EmptyValues.of(sent.object(), draft)
        .during(() -> owners.record(kind, ObjectPart.WHOLE, null, draft, options));
    return draft;
  }

  /** Creates what was drafted. */
  public CompletionStage<Written> create(
      ServedKind kind, @Nullable String namespace, ObjectNode draft, WriteOptions options) {
    return surroundings
        .create(
            kind,
            namespace,
            draft,
            options.user(),
            options.dryRun(),
            ready -> attempt(ready, draft, options, 1))
        .thenApply(created -> new Written(created, true));
  }

  private CompletionStage<Resource> attempt(
      ServedKind kind, ObjectNode draft, WriteOptions options, int number) {
    ObjectNode object = draft.deepCopy();
    kind.strategy().warningsAsSent(object).forEach(options.warnings());
    creation.complete(kind, object);
    kind.strategy().warnings(object, null).forEach(options.warnings());
    Metadata metadata = Metadata.of(object);
    var key =
        new ResourceKey(
            metadata.namespace().isEmpty() ? null : metadata.namespace(), metadata.name());
    CompletionStage<Resource> written =
        kind.storage().write(key, new Birth(kind, key, object, options));
    return Metadata.of(draft).name().isEmpty()
        ? written.exceptionallyComposeAsync(
            problem -> again(problem, kind, draft, options, number, key), workers)
        : written;
  }

  private CompletionStage<Resource> again(
      Throwable problem,
      ServedKind kind,
      ObjectNode draft,
      WriteOptions options,
      int number,
      ResourceKey taken) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    if (!(cause instanceof AlreadyExistsException)) {
      return CompletableFuture.failedFuture(problem);
    }
    return number < ATTEMPTS
        ? attempt(kind, draft, options, number + 1)
        : CompletableFuture.failedFuture(Refusals.noUniqueName(kind.type(), taken.name()));
  }
}
