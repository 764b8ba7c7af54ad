package io.listwatch.reflector;

import io.listwatch.model.ResourceVersion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a reflector's health.
 *
 * @param since time at which it entered its state
 * @param version up to which the store is filled; unset before the first list, or if that had none
 * @param lastEvent time of the last event, bookmarks included
 * @param lastBookmark time of the last bookmark
 * @param lastError the last failure; stays after recovery
 * @param failing whether nothing has succeeded since the last error
 * @param complete whether the store ever got the complete collection, fetched or from an earlier
 *     run
 * @param lists number of times the whole collection was fetched
 * @param reconnects number of watches opened after the first
 * @param unreadable number of objects put aside
 * @param deltas whether the current watch gets deltas
 */
public record ReflectorStatus(
    ReflectorState state,
    Instant since,
    ResourceVersion version,
    @Nullable Instant lastEvent,
    @Nullable Instant lastBookmark,
    @Nullable Instant lastErrorTime,
    @Nullable Throwable lastError,
    boolean failing,
    boolean complete,
    long lists,
    long reconnects,
    long unreadable,
    DeltaState deltas) {
  /** True if the store has been filled and, as far as can be known, is being kept up to date. */
  public boolean healthy() {
    return !failing && complete && state != ReflectorState.STOPPED;
  }
}
