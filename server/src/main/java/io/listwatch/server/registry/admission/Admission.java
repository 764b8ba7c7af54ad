package io.listwatch.server.registry.admission;

import io.listwatch.server.registry.ResourceDefinition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides about a write before it is stored: mutating admission may change the object, validating
 * admission may only reject it.
 *
 * <pre> decode ─▶ default ─▶ <b>mutate</b> ─▶ prepare ─▶ validate ─▶
 * <b>validate</b> ─▶ store </pre>
 *
 * <p>Both steps run inside the transition that the storage retries, so they see the current object,
 * and are called again after a conflict. To reject a write, a step fails with an {@link
 * io.listwatch.model.ApiException}.
 *
 * <p>Threads: called by workers, many at a time. A step that waits for a network response returns a
 * stage that completes later; no thread waits for it.
 */
public interface Admission {
  /** Admits every write as it is. */
  Admission NONE = new Admission() {};

  /**
   * False if this step ignores all writes of a resource. Called once for each built-in resource,
   * and once for all custom resources.
   */
  default boolean isInterestedIn(ResourceDefinition definition) {
    return true;
  }

  /**
   * Runs mutating admission.
   *
   * @return true if it changed {@link AdmissionRequest#object} so that it has to be pruned and
   *     defaulted again; a built-in plug-in only sets complete fields and returns false. Fields
   *     that admission sets have no manager
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
