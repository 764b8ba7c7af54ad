package io.listwatch.campaign.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of one watch, from its start to its end.
 *
 * <p>Written by the thread that reads the watch. Another thread may read it after that one ended.
 */
public final class WatchSession {
  /** The types of events. */
  public enum EventType {
    ADDED,
    MODIFIED,
    DELETED,
    BOOKMARK
  }

  /**
   * One event.
   *
   * @param key empty for a bookmark
   * @param value null for a bookmark
   */
  public record Event(EventType type, String key, long version, @Nullable Value value) {
    public static Event bookmark(long version) {
      return new Event(EventType.BOOKMARK, "", version, null);
    }
  }

  private final String tap;
  private final @Nullable String color;
  private final long after;
  private final boolean resumed;
  private final List<Event> events = new ArrayList<>();

  /**
   * @param color the label that the watch selects; null for all objects
   * @param after the version that the watch started from
   * @param resumed true if an earlier watch of this tap had delivered that version
   */
  public WatchSession(String tap, @Nullable String color, long after, boolean resumed) {
    this.tap = tap;
    this.color = color;
    this.after = after;
    this.resumed = resumed;
  }

  public void add(Event event) {
    events.add(event);
  }

  public String tap() {
    return tap;
  }

  public @Nullable String color() {
    return color;
  }

  public long after() {
    return after;
  }

  public boolean resumed() {
    return resumed;
  }

  /** Returns the number of events other than bookmarks. */
  public long count() {
    return events.stream().filter(each -> each.type() != EventType.BOOKMARK).count();
  }

  public List<Event> events() {
    return events;
  }
}
