package io.listwatch.server.registry.delete;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How to delete. What is absent was not said.
 *
 * @param uid delete only this incarnation of the object
 * @param resourceVersion delete only if the object is still at this version
 */
public record DeleteOptions(
    OptionalLong gracePeriodSeconds,
    Optional<String> uid,
    Optional<String> resourceVersion,
    Optional<PropagationPolicy> propagation,
    Optional<Boolean> orphanDependents,
    boolean dryRun) {
  public static final DeleteOptions NONE =
      new DeleteOptions(
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);

  /** The same for an object that is still at this version. */
  public DeleteOptions at(String version) {
    return new DeleteOptions(
        gracePeriodSeconds, uid, Optional.of(version), propagation, orphanDependents, dryRun);
  }

  /** What becomes of the objects that the deleted one owns. */
  public enum PropagationPolicy {
    ORPHAN,
    BACKGROUND,
    FOREGROUND
  }
}
