package io.listwatch.campaign.tap;

import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.history.WatchSession;
import io.listwatch.campaign.history.WatchSession.Event;
import io.listwatch.campaign.load.RoundRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The watches of one client, and the version from which its next watch resumes: that of the last
 * event, or now and then an earlier one.
 *
 * <p>One thread at a time writes it. Others may read the position, and the sessions at the end.
 */
final class WatchRecord {
  private static final FrameParser PARSER = new FrameParser();
  private static final int MAX_EARLIER = 1_000;

  /** The version of one in this many events is kept, so that a later watch can start from it. */
  private static final int KEPT_PART = 20;

  private final String name;
  private final @Nullable String color;
  private final RoundRecord record;
  private final Random random;
  private final int returns;
  private final List<WatchSession> sessions = new ArrayList<>();

  /** The versions of this round to which the client may go back. */
  private final List<Long> earlier = new ArrayList<>();

  private volatile long position;

  /** The newest version that any of the watches has delivered. */
  private volatile long newest;

  private boolean resuming;

  /**
   * @param position the version to resume from; 0 for none
   * @param returns one in this many watches starts at an earlier version
   */
  WatchRecord(
      String name,
      @Nullable String color,
      RoundRecord record,
      Random random,
      long position,
      int returns) {
    this.name = name;
    this.color = color;
    this.record = record;
    this.random = random;
    this.position = position;
    this.newest = position;
    this.resuming = position > 0;
    this.returns = returns;
  }

  String name() {
    return name;
  }

  @Nullable String color() {
    return color;
  }

  /** Returns the version from which the next watch resumes; 0 if there is none. */
  long position() {
    return position;
  }

  /** Returns the newest version that any watch has delivered, from which a round can resume. */
  long newest() {
    return newest;
  }

  List<WatchSession> sessions() {
    return sessions;
  }

  /** Sets the version of a list, after which the next watch starts. */
  void startAfter(long version) {
    position = version;
    newest = Math.max(newest, version);
    resuming = false;
  }

  /** Begins a watch after {@link #position}, which this may set back. */
  WatchSession begin() {
    if (!earlier.isEmpty() && random.nextInt(returns) == 0) {
      position = earlier.get(random.nextInt(earlier.size()));
    }
    var session = new WatchSession(name, color, position, resuming);
    sessions.add(session);
    resuming = true;
    return session;
  }

  /** Records a line of a watch. */
  void accept(WatchSession session, String line) {
    FrameParser.Frame frame = PARSER.parse(line);
    if (frame.errorCode() == 410) {
      expired(session);
    }
    Event event = frame.event();
    if (event == null) {
      return;
    }
    session.add(event);
    position = Math.max(position, event.version());
    newest = Math.max(newest, position);
    if (earlier.size() < MAX_EARLIER && random.nextInt(KEPT_PART) == 0) {
      earlier.add(event.version());
    }
  }

  /** Checks that the version of a watch was compacted. The next watch starts from a new list. */
  void expired(WatchSession session) {
    if (session.after() >= record.compacted()) {
      record.add(
          new Violation(
              Promise.KEPT,
              name,
              "410 for a watch after %d; storage keeps all from %d"
                  .formatted(session.after(), record.compacted())));
    }
    earlier.removeIf(version -> version < record.compacted());
    position = 0;
  }

  /** True if the last write of a round was delivered, or is not selected. */
  boolean reached(String markerColor, long version) {
    return (color != null && !color.equals(markerColor)) || newest >= version;
  }

  /**
   * Returns the query of a watch.
   *
   * @param selected the color to select; null for all objects
   */
  static String query(WatchSession session, @Nullable String selected, int seconds) {
    return "?watch=1&allowWatchBookmarks=true&timeoutSeconds=%d&resourceVersion=%d%s"
        .formatted(
            seconds, session.after(), selected == null ? "" : "&labelSelector=color%3D" + selected);
  }
}
