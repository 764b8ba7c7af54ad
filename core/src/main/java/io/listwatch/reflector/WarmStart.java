package io.listwatch.reflector;

import io.listwatch.model.ResourceList;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the state of an earlier run of the program, from which a reflector resumes instead of
 * listing if the source's history covers everything since.
 *
 * <p>Called on the reflector's thread.
 */
@FunctionalInterface
public interface WarmStart {
  /** No earlier state. */
  WarmStart NONE = () -> null;

  /**
   * Returns the collection as the earlier run knew it, already transformed; null if there is none
   * that can be trusted. Called before the first fetch, and again if the source could not be
   * reached then. If it throws, that is treated as a failure of the source.
   */
  @Nullable ResourceList restore() throws InterruptedException;
}
