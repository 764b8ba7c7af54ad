package io.listwatch.server.resource;

import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;

/**
 * The scope and the start of a watch.
 *
 * @param from {@code exactly(v)} to start after version v. Otherwise the initial events show this
 *     state, or the watch starts after it if there are none
 * @param bookmarks true if the client wants bookmarks
 * @param deltas true if events must carry the previous state
 */
public record WatchRequest(
    ResourceScope scope,
    LabelSelector labels,
    FieldSelector fields,
    VersionMatch from,
    InitialEvents initialEvents,
    boolean bookmarks,
    boolean deltas) {
  public WatchRequest(
      ResourceScope scope,
      LabelSelector labels,
      FieldSelector fields,
      VersionMatch from,
      InitialEvents initialEvents,
      boolean bookmarks) {
    this(scope, labels, fields, from, initialEvents, bookmarks, false);
  }

  /** The initial events of a watch. */
  public enum InitialEvents {
    /** The watch sends only changes. */
    NONE,
    /** The watch first sends an ADDED event for each object. */
    PLAIN,
    /** As PLAIN, followed by the bookmark that ends the initial events if bookmarks are wanted. */
    MARKED
  }
}
