package io.listwatch.informer;

import io.listwatch.reflector.ReflectorState;
import io.listwatch.reflector.ReflectorStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the problems of an informer. Also checks how long its source has been silent and how
 * long the current batch has taken, because a dead connection or a stuck thread reports no error.
 */
final class Diagnosis {
  /**
   * Maximum silence of a source that sends bookmarks, which come every minute: longer than it takes
   * to give up a dead connection and open another.
   */
  static final Duration LONGEST_SILENCE = Duration.ofMinutes(5);

  /**
   * Maximum time for applying one batch. A batch that takes longer is stuck in an index function.
   */
  static final Duration LONGEST_STEP = Duration.ofMinutes(1);

  private final Instant now;
  private final List<String> problems = new ArrayList<>();

  Diagnosis(Instant now) {
    this.now = now;
  }

  Diagnosis reflector(String name, ReflectorStatus status) {
    if (status.state() == ReflectorState.STOPPED) {
      problems.add(name + ": stopped" + because(status.lastError()));
    } else if (status.failing()) {
      problems.add(name + ": failing" + because(status.lastError()));
    } else if (!status.complete()) {
      problems.add(name + ": not listed yet");
    } else if (silence(status).compareTo(LONGEST_SILENCE) > 0) {
      problems.add("%s: silent for %s, bookmarks included".formatted(name, silence(status)));
    }
    return this;
  }

  private static String because(@Nullable Throwable error) {
    return error == null ? "" : " (" + error + ")";
  }

  /**
   * Returns the time since the last event; zero if the source sends no bookmarks, because then
   * silence means nothing. The bookmark that ends the initial events does not count.
   */
  private Duration silence(ReflectorStatus status) {
    Instant last = status.lastEvent();
    Instant bookmark = status.lastBookmark();
    return last == null || bookmark == null || bookmark.isBefore(status.since())
        ? Duration.ZERO
        : Duration.between(last, now);
  }

  Diagnosis synced(boolean synced) {
    if (!synced) {
      problems.add("not synced yet");
    }
    return this;
  }

  /** Checks the time that the current batch has taken so far. */
  Diagnosis step(Duration lasts) {
    if (lasts.compareTo(LONGEST_STEP) > 0) {
      problems.add("applying a change has taken " + lasts);
    }
    return this;
  }

  Diagnosis processing(@Nullable Throwable failure) {
    if (failure != null) {
      problems.add("a change could not be applied" + because(failure));
    }
    return this;
  }

  List<String> problems() {
    return List.copyOf(problems);
  }
}
