package io.listwatch.model;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.time.Duration;

/**
 * What to watch, and from where.
 *
 * @param from {@code exactly(v)} for what happened after v; {@code any()} and {@code mostRecent()}
 *     for the objects there are, as added, and what happens after; with initial events, the state
 *     they must have
 * @param initialEvents whether to begin with the objects there are and mark their end with a
 *     bookmark
 * @param bookmarks whether to be told of versions that passed without an event
 * @param timeout when the server shall end the watch; zero leaves it to the server
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

  /** What happens after {@code version}, with bookmarks. */
  public static WatchOptions after(ResourceVersion version) {
    return from(VersionMatch.exactly(version), false);
  }

  /** The objects of a state, the bookmark that ends them, and what happens after. */
  public static WatchOptions withInitialEvents(VersionMatch state) {
    return from(state, true);
  }

  /** The objects of a state, as added, with nothing to mark their end, and what happens after. */
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
