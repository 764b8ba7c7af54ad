package io.listwatch.server.registry.admission;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides about a write before it is stored: mutating admission may change the object, validating
 * admission may only reject it.
 *
 * <pre>
 *   decode ─▶ default ─▶ <b>mutate</b> ─▶ prepare ─▶ validate ─▶ <b>validate</b> ─▶ store
 * </pre>
 *
 * <p>Both steps run inside the transition that the storage retries, so they see the current object,
 * and after a conflict they are asked again. To reject a write, a step fails with an {@link
 * io.listwatch.model.ApiException}.
 *
 * <p>Threads: called by workers, many at a time. A step that waits for a network response returns a
 * stage that completes later; no thread waits with it.
 */
public interface Admission {
  /** Admits every write as it is. */
  Admission NONE = new Admission() {};

  /**
   * Runs mutating admission.
   *
   * @return whether it changed {@link AdmissionRequest#object}
   */
  default CompletionStage<Boolean> mutate(AdmissionRequest request) {
    return CompletableFuture.completedFuture(false);
  }

  /**
   * Runs validating admission. It sees the object as it is about to be stored and must not change
   * it.
   */
  default CompletionStage<Void> validate(AdmissionRequest request) {
    return CompletableFuture.completedFuture(null);
  }
}
