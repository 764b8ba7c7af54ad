package io.listwatch.reflector;

import io.listwatch.model.ResourceList;
import org.jspecify.annotations.Nullable;

/**
 * What a reflector may begin with instead of a list: the collection as an earlier run of the
 * program left it, if the source still knows what has happened since.
 *
 * <p>Called by the reflector's thread.
 */
@FunctionalInterface
public interface WarmStart {
  /** There is nothing to begin with. */
  WarmStart NONE = () -> null;

  /**
   * Answers the collection as it was known, transformed as it had been; null if there is none that
   * can be trusted. Asked before the first fetch, and again if the source could not be reached
   * then; what it throws is a failure of the source.
   */
  @Nullable ResourceList restore() throws InterruptedException;
}
