package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchOptions;
import org.jspecify.annotations.Nullable;

/**
 * Goes on where an earlier run of the program stopped, if the source agrees: it has to be as far in
 * its history, and to know everything that has happened since.
 *
 * <p>Belongs to the reflector's thread.
 */
final class Resumption {
  private final WarmStart warmStart;
  private final SourceAccess source;
  private final ReflectorMonitor monitor;

  /** Whether it has been found out if it can be done, which is of interest but once. */
  private boolean decided;

  /** After which version the last fetch went on; null if it did not. */
  private @Nullable ResourceVersion resumedAfter;

  Resumption(WarmStart warmStart, SourceAccess source, ReflectorMonitor monitor) {
    this.warmStart = warmStart;
    this.source = source;
    this.monitor = monitor;
  }

  /**
   * Answers what was left and a stream of what has happened since; null if there is nothing to go
   * on from. A source that cannot be reached leaves the question open.
   */
  @Nullable Resumed attempt() throws InterruptedException {
    resumedAfter = null;
    if (decided) {
      return null;
    }
    ResourceList kept = warmStart.restore();
    Resumed resumed = null;
    if (kept != null) {
      monitor.enter(ReflectorState.RESUMING);
      resumed = resume(kept);
    }
    decided = true;
    resumedAfter = resumed == null ? null : resumed.kept().version();
    return resumed;
  }

  /**
   * Whether a failure refuses after all what was agreed to: servers that look late answer first and
   * say that the history is gone as the first thing on the stream. That happens once, and there is
   * nothing to wait for before a list.
   */
  boolean isRefusedBy(RuntimeException failure, ResourceVersion reached) {
    return failure instanceof ExpiredException && reached.equals(resumedAfter);
  }

  private @Nullable Resumed resume(ResourceList kept) throws InterruptedException {
    try {
      ResourceVersion now = source.list(ListOptions.ALL.limitedTo(1), unused -> {}).version();
      if (isAhead(kept.version(), now)) {
        monitor.notResumed("version: %s (expected: at most %s)".formatted(kept.version(), now));
        return null;
      }
      return new Resumed(kept, source.open(WatchOptions.after(kept.version())));
    } catch (UnavailableException | TooManyRequestsException notNow) {
      throw notNow;
    } catch (ApiException refused) {
      monitor.notResumed(refused.toString());
      return null;
    }
  }

  /**
   * A source that was set back counts its versions anew: a watch after a later one would be silent
   * until it gets there, and miss what happens meanwhile.
   */
  private static boolean isAhead(ResourceVersion kept, ResourceVersion now) {
    return kept.comparableTo(now) && kept.newerThan(now);
  }

  /** What was left, and what has happened since. */
  record Resumed(ResourceList kept, WatchStream stream) {}
}
