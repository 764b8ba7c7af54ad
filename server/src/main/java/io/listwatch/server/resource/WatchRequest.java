package io.listwatch.server.resource;

import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;

/**
 * What to watch, and how to begin.
 *
 * @param from where to begin: {@code exactly(v)} for what happened after v; otherwise the state
 *     that the initial events show, or after which the watch begins if there are none
 * @param bookmarks whether to be told of versions that passed without an event
 */
public record WatchRequest(
    ResourceScope scope,
    LabelSelector labels,
    FieldSelector fields,
    VersionMatch from,
    InitialEvents initialEvents,
    boolean bookmarks) {
  /** Whether a watch begins with the objects there are. */
  public enum InitialEvents {
    /** It does not. */
    NONE,
    /** As added objects. */
    PLAIN,
    /** As added objects, followed by a bookmark that says so, if bookmarks are wanted. */
    MARKED
  }
}
