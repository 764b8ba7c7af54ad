package io.listwatch.reflector;

import io.listwatch.model.ResourceVersion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a reflector fares, at one moment.
 *
 * @param since when it entered its state
 * @param version up to which the store is filled; unset before the first list, or if it had none
 * @param lastEvent when the last event came, bookmarks included
 * @param lastBookmark when the last bookmark came
 * @param lastError what failed last; stays after recovery
 * @param failing whether nothing has succeeded since the last error
 * @param complete whether the store was ever given the collection whole, fetched or as an earlier
 *     run left it
 * @param lists how many times the collection was fetched whole
 * @param reconnects how many watches were opened after the first
 * @param unreadable how many objects were put aside
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
    long unreadable) {
  /** Whether the store has been filled and is being kept up to date as far as anyone can tell. */
  public boolean healthy() {
    return !failing && complete && state != ReflectorState.STOPPED;
  }
}
