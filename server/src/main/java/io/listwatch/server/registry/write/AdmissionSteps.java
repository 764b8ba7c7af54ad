package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The two admission steps of one write, and how the write goes on after each: on the same thread if
 * the step is done at once, else on a worker when it is.
 */
final class AdmissionSteps {
  private final Admission admission;
  private final Executor workers;
  private final ServedKind kind;
  private final ResourceKey key;
  private final ObjectPart part;
  private final WriteOptions options;

  AdmissionSteps(
      Admission admission,
      Executor workers,
      ServedKind kind,
      ResourceKey key,
      ObjectPart part,
      WriteOptions options) {
    this.admission = admission;
    this.workers = workers;
    this.kind = kind;
    this.key = key;
    this.part = part;
    this.options = options;
  }

  /**
   * Asks mutating admission, then goes on.
   *
   * @param then receives whether the object was changed
   */
  <T> CompletionStage<T> mutate(
      ObjectNode object,
      @Nullable ObjectNode old,
      Function<Boolean, ? extends CompletionStage<T>> then) {
    return goOn(admission.mutate(request(object, old)), then);
  }

  /** Asks validating admission, then goes on. */
  <T> CompletionStage<T> validate(
      ObjectNode object,
      @Nullable ObjectNode old,
      Function<Void, ? extends CompletionStage<T>> then) {
    return goOn(admission.validate(request(object, old)), then);
  }

  private AdmissionRequest request(ObjectNode object, @Nullable ObjectNode old) {
    return new AdmissionRequest(
        old == null ? Operation.CREATE : Operation.UPDATE,
        kind.definition(),
        key,
        part.subresource(),
        object,
        old,
        options.user(),
        options.dryRun(),
        options.warnings());
  }

  private <A, T> CompletionStage<T> goOn(
      CompletionStage<A> step, Function<? super A, ? extends CompletionStage<T>> then) {
    CompletableFuture<A> asked = step.toCompletableFuture();
    return asked.isDone()
        ? asked.thenCompose(then::apply)
        : asked.thenComposeAsync(then::apply, workers);
  }
}
