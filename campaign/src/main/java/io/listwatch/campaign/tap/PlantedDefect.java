package io.listwatch.campaign.tap;

import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.load.CampaignObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A defect that a tap plants between the server and the record, to test that the check finds it.
 */
public enum PlantedDefect {
  NONE(Promise.LINEARIZABLE),
  /** Loses an event. */
  DROP(Promise.RELIABLE),
  /** Delivers an event twice. */
  DUPLICATE(Promise.UNIQUE),
  /** Swaps two events. */
  REORDER(Promise.ORDERED),
  /** Mixes the value of one event with the version of another. */
  MIX(Promise.ATOMIC),
  /** Replaces the last value in a deletion. */
  FORGE_PREVIOUS(Promise.PREVIOUS_VALUE),
  /** Sends a bookmark before the events up to its version. */
  EARLY_BOOKMARK(Promise.BOOKMARKABLE),
  /** Sends a bookmark that is older than the last event. */
  OLD_BOOKMARK(Promise.NO_TIME_TRAVEL),
  /** Ignores the selector. */
  LEAK(Promise.FILTERED),
  /** Drops the first event after a watch resumes. */
  SKIP_ON_RESUME(Promise.RESUMABLE),
  /** Reports a version as expired that storage keeps. */
  EARLY_EXPIRY(Promise.KEPT),
  /** Changes the checksum of a delta. */
  WRONG_DELTA(Promise.REBUILT);

  /** The ERROR event of a watch whose version has expired. */
  static final String EXPIRED = "{\"type\":\"ERROR\",\"object\":{\"code\":410}}";

  /**
   * Number of events from one defect to the next. No defect is planted next to a bookmark or a
   * deletion, because the check might then report another promise.
   */
  private static final int EVERY = 5;

  private final Promise broken;

  PlantedDefect(Promise broken) {
    this.broken = broken;
  }

  /** Returns the promise that the check must find broken. */
  public Promise broken() {
    return broken;
  }

  /**
   * @param planted is called after each defect
   */
  Stream stream(Consumer<String> recorded, Runnable planted) {
    return new Stream(recorded, planted);
  }

  /** True if the defect is in the lines of a watch; a {@link #LEAK} is in its query. */
  public boolean isInStream() {
    return this != NONE && this != LEAK;
  }

  /** The lines of one watch, on their way from the server to the record. */
  final class Stream {
    private final Consumer<String> recorded;
    private final Runnable planted;
    private final List<String> held = new ArrayList<>();
    private int events;

    /** The number of events at which the next defect is planted. */
    private int next = PlantedDefect.this == SKIP_ON_RESUME ? 1 : EVERY;

    private Stream(Consumer<String> recorded, Runnable planted) {
      this.recorded = recorded;
      this.planted = planted;
    }

    void accept(String line) {
      // Markers are not affected: each tap waits for those of the round.
      boolean ours = CampaignObject.isInLine(line);
      events += ours ? 1 : 0;
      if (!ours) {
        // Delivered before a bookmark: otherwise the held event would count as missing, not as out
        // of order.
        held.forEach(recorded);
        held.clear();
      }
      if (!isInStream() || !ours || events < next || !plant(line)) {
        recorded.accept(line);
      }
    }

    /** Returns a line with a delta as the client gets it: the first one with a wrong checksum. */
    String delta(String line) {
      if (PlantedDefect.this != WRONG_DELTA || next == Integer.MAX_VALUE) {
        return line;
      }
      String wrong = line.replaceAll("\"crc32c\":\"[^\"]*\"", "\"crc32c\":\"forged\"");
      if (!wrong.equals(line)) {
        next = Integer.MAX_VALUE;
        planted.run();
      }
      return wrong;
    }

    /** Plants a defect. Returns true if it has handled the line. */
    private boolean plant(String line) {
      switch (PlantedDefect.this) {
        case DROP, SKIP_ON_RESUME -> {}
        case DUPLICATE -> {
          recorded.accept(line);
          recorded.accept(line);
        }
        case REORDER, MIX -> {
          held.add(line);
          if (held.size() < 2) {
            return true;
          }
          if (PlantedDefect.this == REORDER) {
            recorded.accept(held.get(1));
            recorded.accept(held.get(0));
          } else {
            recorded.accept(held.get(0).replaceAll("\"token\":\"[^\"]*\"", "\"token\":\"forged\""));
            recorded.accept(held.get(1));
          }
        }
        case FORGE_PREVIOUS -> {
          if (!line.contains("\"type\":\"DELETED\"")) {
            return false;
          }
          recorded.accept(line.replaceAll("\"note\":\"[^\"]*\"", "\"note\":\"forged\""));
        }
        case EARLY_BOOKMARK -> {
          recorded.accept(bookmark(version(line)));
          recorded.accept(line);
        }
        case EARLY_EXPIRY -> {
          recorded.accept(line);
          recorded.accept(EXPIRED);
        }
        case OLD_BOOKMARK -> {
          recorded.accept(line);
          recorded.accept(bookmark(version(line) - 1));
        }
        default -> {
          return false;
        }
      }
      held.clear();
      next = PlantedDefect.this == SKIP_ON_RESUME ? Integer.MAX_VALUE : events + EVERY;
      planted.run();
      return true;
    }

    private static long version(String line) {
      return Long.parseLong(line.replaceAll(".*\"resourceVersion\":\"(\\d+)\".*", "$1"));
    }

    private static String bookmark(long version) {
      return """
      {"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"%d"}}}\
      """
          .formatted(version);
    }
  }
}
