package io.listwatch.campaign.history;

import io.listwatch.campaign.history.Timeline.Change;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.history.WatchSession.Event;
import io.listwatch.campaign.history.WatchSession.EventType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the events of one watch with the history of storage: a watch delivers exactly the
 * changes after its version that its selector matches, up to some moment.
 */
public final class WatchCheck {
  /**
   * Maximum number of violations that are reported for one watch. Later ones are often consequences
   * of the first.
   */
  private static final int MAX_REPORTED = 3;

  private final Timeline timeline;
  private final WatchSession session;
  private final List<Violation> found = new ArrayList<>();
  private final Set<String> delivered = new HashSet<>();

  /** The index of the next change in the timeline. */
  private int next;

  private long last;
  private long bookmark;

  private WatchCheck(Timeline timeline, WatchSession session) {
    this.timeline = timeline;
    this.session = session;
    // A client that has received everything in earlier rounds may resume before the first kept
    // change.
    this.last = session.after();
    this.next = timeline.firstAfter(last);
  }

  /** Returns the first violations. */
  public static List<Violation> check(Timeline timeline, WatchSession session) {
    return new WatchCheck(timeline, session).run();
  }

  private List<Violation> run() {
    for (int i = 0; i < session.events().size() && found.size() < MAX_REPORTED; i++) {
      Event event = session.events().get(i);
      if (event.type() == EventType.BOOKMARK) {
        checkBookmark(event);
      } else if (event.version() <= last) {
        checkLate(event);
      } else {
        checkEvent(event, i);
      }
      if (event.type() != EventType.BOOKMARK) {
        delivered.add(id(event));
      }
    }
    return found;
  }

  private void checkBookmark(Event event) {
    if (event.version() < last) {
      report(Promise.NO_TIME_TRAVEL, "bookmark %d after %d".formatted(event.version(), last));
      return;
    }
    Change missing = expected();
    if (missing != null && missing.version() <= event.version()) {
      report(
          isFirst() ? Promise.RESUMABLE : Promise.BOOKMARKABLE,
          "bookmark %d before %s".formatted(event.version(), missing));
      next = timeline.firstAfter(event.version());
    }
    last = event.version();
    bookmark = event.version();
  }

  /** Reports an event whose version is older than one that was already delivered. */
  private void checkLate(Event event) {
    Promise broken;
    if (delivered.contains(id(event))) {
      broken = Promise.UNIQUE;
    } else if (event.version() <= session.after()) {
      broken = Promise.NO_TIME_TRAVEL;
    } else if (event.version() <= bookmark) {
      broken = Promise.BOOKMARKABLE;
    } else {
      broken = Promise.ORDERED;
    }
    report(broken, "%s after version %d".formatted(event, last));
  }

  private void checkEvent(Event event, int index) {
    Change change = expected();
    if (change != null && change.version() < event.version()) {
      reportMissing(change, index);
      next = timeline.firstAfter(event.version() - 1);
      change = expected();
    }
    last = event.version();
    if (change == null || change.version() > event.version()) {
      reportUnexpected(event);
      return;
    }
    next++;
    checkContent(event, change);
  }

  private void reportMissing(Change missing, int index) {
    boolean later =
        session.events().stream()
            .skip(index)
            .anyMatch(
                each ->
                    each.version() == missing.version()
                        && each.key().equals(missing.key())
                        && each.type() != EventType.BOOKMARK);
    Promise broken = later ? Promise.ORDERED : isFirst() ? Promise.RESUMABLE : Promise.RELIABLE;
    report(broken, "no %s before %s".formatted(missing, session.events().get(index)));
  }

  /** True if no event has come since the watch was resumed. */
  private boolean isFirst() {
    return session.resumed() && delivered.isEmpty();
  }

  private void reportUnexpected(Event event) {
    int at = timeline.firstAfter(event.version() - 1);
    boolean exists =
        at < timeline.changes().size() && timeline.changes().get(at).version() == event.version();
    report(
        exists ? Promise.FILTERED : Promise.NOT_INVENTED,
        exists
            ? "%s of %s".formatted(event, timeline.changes().get(at))
            : event + " is not in the history");
  }

  private void checkContent(Event event, Change change) {
    EventType type = typeOf(change);
    Value value = type == EventType.DELETED ? change.before() : change.after();
    if (!event.key().equals(change.key())) {
      report(Promise.ATOMIC, "%s of %s".formatted(event, change));
    } else if (event.type() != type) {
      report(Promise.FILTERED, "%s of %s (expected: %s)".formatted(event, change, type));
    } else if (!Objects.equals(event.value(), value)) {
      report(
          type == EventType.DELETED ? Promise.PREVIOUS_VALUE : Promise.ATOMIC,
          "%s of %s".formatted(event, change));
    }
  }

  /** Returns the next change that the selector matches, before or after; null if there is none. */
  private @Nullable Change expected() {
    while (next < timeline.changes().size()) {
      Change change = timeline.changes().get(next);
      if (matches(change.before()) || matches(change.after())) {
        return change;
      }
      next++;
    }
    return null;
  }

  /** An object that starts to match is added, one that no longer matches is deleted. */
  private EventType typeOf(Change change) {
    if (!matches(change.before())) {
      return EventType.ADDED;
    }
    return matches(change.after()) ? EventType.MODIFIED : EventType.DELETED;
  }

  private boolean matches(@Nullable Value value) {
    return value != null && (session.color() == null || value.color().equals(session.color()));
  }

  private static String id(Event event) {
    return event.version() + " " + event.key();
  }

  private void report(Promise promise, String what) {
    String from = "%s (after %d)".formatted(session.tap(), session.after());
    found.add(new Violation(promise, from, what));
  }
}
