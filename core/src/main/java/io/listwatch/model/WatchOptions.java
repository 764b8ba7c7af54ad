package io.listwatch.model;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.time.Duration;

/**
 * Parameters of a watch request.
 *
 * @param from {@code exactly(v)} for the changes after v; {@code any()} and {@code mostRecent()}
 *     for the existing objects, as added events, followed by changes; with initial events, the
 *     state that these must have
 * @param initialEvents whether to begin with the existing objects and mark their end with a
 *     bookmark
 * @param bookmarks whether the server may send bookmarks for versions without events
 * @param timeout time after which the server ends the watch; zero lets the server decide
 */
public record WatchOptions(
    VersionMatch from,
    boolean initialEvents,
    boolean bookmarks,
    Duration timeout,
    LabelSelector labels,
    FieldSelector fields) {
  public WatchOptions {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("timeout: " + timeout + " (expected: 0 or more)");
    }
  }

  /** Watches the changes after {@code version}, with bookmarks. */
  public static WatchOptions after(ResourceVersion version) {
    return from(VersionMatch.exactly(version), false);
  }

  /**
   * Watches the objects of a state as initial events with a bookmark at their end, and later
   * changes.
   */
  public static WatchOptions withInitialEvents(VersionMatch state) {
    return from(state, true);
  }

  /**
   * Watches the objects of a state, as added events without a bookmark at their end, and later
   * changes.
   */
  public static WatchOptions from(VersionMatch state) {
    return from(state, false);
  }

  private static WatchOptions from(VersionMatch from, boolean initialEvents) {
    return new WatchOptions(
        from,
        initialEvents,
        true,
        Duration.ZERO,
        LabelSelector.everything(),
        FieldSelector.everything());
  }

  public WatchOptions endingAfter(Duration newTimeout) {
    return new WatchOptions(from, initialEvents, bookmarks, newTimeout, labels, fields);
  }

  public WatchOptions where(LabelSelector newLabels) {
    return new WatchOptions(from, initialEvents, bookmarks, timeout, newLabels, fields);
  }

  public WatchOptions where(FieldSelector newFields) {
    return new WatchOptions(from, initialEvents, bookmarks, timeout, labels, newFields);
  }
}
