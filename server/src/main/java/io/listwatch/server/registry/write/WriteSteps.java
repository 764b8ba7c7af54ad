package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Workers;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The steps of a write, which the transitions call in order.
 *
 * @param registry distinguishes a wrong kind from a wrong version
 * @param owners maintains managedFields
 * @param beforeCreate prepares and validates new objects
 * @param control admission control of all writes
 * @param authorizer called again when an update or an apply creates the object
 * @param workers continue a write that had to wait
 */
public record WriteSteps(
    ResourceRegistry registry,
    FieldOwners owners,
    BeforeCreate beforeCreate,
    Admission control,
    Authorizer authorizer,
    Executor workers) {
  ObjectDecoder decoder(ServedKind kind, WriteOptions options) {
    return new ObjectDecoder(kind, registry, options);
  }

  /** Fails for a user who may update objects of this kind but not create them. */
  CompletionStage<Void> authorizeCreate(ServedKind kind, ResourceKey key, WriteOptions options) {
    return authorizer
        .decide(
            new AccessRequest(
                options.user(),
                Verb.CREATE.word(),
                kind.type().group(),
                kind.type().version(),
                kind.type().plural(),
                "",
                key.namespace(),
                key.name(),
                ""))
        .thenAccept(decision -> requireAllowed(kind, key, decision));
  }

  private static void requireAllowed(
      ServedKind kind, ResourceKey key, Authorizer.Decision decision) {
    if (!decision.allowed()) {
      throw decision.failure().isEmpty()
          ? ApiErrors.forbidden(kind.type(), key.name(), decision.reason())
          : ApiErrors.internal(decision.failure());
    }
  }

  /** Continues a write on the workers after a stage. */
  <A, T> CompletionStage<T> goOn(CompletionStage<A> stage, Function<A, CompletionStage<T>> then) {
    return new Workers(workers).goOn(stage, then);
  }

  AdmissionSteps admission(
      ServedKind kind, ResourceKey key, ObjectPart part, WriteOptions options) {
    return AdmissionSteps.ofObject(this, kind, key, part, options);
  }
}
