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
 * Resumes from the state of an earlier run of the program, if the source's history covers
 * everything since: the source must have reached the kept version and must not have compacted it.
 *
 * <p>Confined to the reflector's thread.
 */
final class Resumption {
  private final WarmStart warmStart;
  private final SourceAccess source;
  private final ReflectorMonitor monitor;

  /** True once the source has accepted or rejected the kept state, which is tried only once. */
  private boolean decided;

  /** The version after which the last fetch resumed; null if it did not. */
  private @Nullable ResourceVersion resumedAfter;

  Resumption(WarmStart warmStart, SourceAccess source, ReflectorMonitor monitor) {
    this.warmStart = warmStart;
    this.source = source;
    this.monitor = monitor;
  }

  /**
   * Returns the kept state and a stream of the changes since; null if it is not possible to resume.
   * If the source cannot be reached, this throws and the next call tries again.
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
   * True if this failure means that the resumed watch was rejected late: some servers accept the
   * request and send 410 as the first event. The reflector then lists without backing off, which
   * happens only once.
   */
  boolean isRejectedBy(RuntimeException failure, ResourceVersion reached) {
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
   * True if the source was reset and its versions restarted. A watch after the kept version would
   * stay silent until the source gets there, and miss all changes until then.
   */
  private static boolean isAhead(ResourceVersion kept, ResourceVersion now) {
    return kept.comparableTo(now) && kept.newerThan(now);
  }

  /** The kept state, and a stream of the changes since. */
  record Resumed(ResourceList kept, WatchStream stream) {}
}
