package io.listwatch.storage.sqlite;

import io.listwatch.storage.CompactedException;
import io.listwatch.storage.FutureRevisionException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The revisions that can be read: from the oldest kept to the current one, except those in a gap.
 *
 * <p>Thread-safe. The writer advances it. A reader that sees a commit before the writer has
 * published it advances the current revision, too.
 */
final class Revisions {
  private final AtomicLong current;

  /**
   * Raised before rows are removed. So a reader reads first and then checks whether the revision
   * was still kept.
   */
  private final AtomicLong oldest;

  /** Newest first. Gaps appear only when a storage is opened. */
  private final List<Gap> gaps;

  /** Revisions that were lost, or reserved and never made. Clients cannot resume from them. */
  record Gap(long first, long last) {
    private boolean contains(long revision) {
      return first <= revision && revision <= last;
    }
  }

  Revisions(long current, long oldest, List<Gap> gaps) {
    this.current = new AtomicLong(current);
    this.oldest = new AtomicLong(oldest);
    this.gaps = List.copyOf(gaps);
  }

  long current() {
    return current.get();
  }

  long oldest() {
    return oldest.get();
  }

  void reach(long revision) {
    current.accumulateAndGet(revision, Math::max);
  }

  void compactBefore(long revision) {
    oldest.accumulateAndGet(revision, Math::max);
  }

  /**
   * Compacts all but the last {@code count} revisions before the current one, not counting gaps.
   */
  void keepLast(int count) {
    long keep = current.get() - count;
    for (var gap : gaps) {
      if (gap.last > keep) {
        keep -= gap.last - gap.first + 1;
      }
    }
    compactBefore(keep);
  }

  /** True if a revision has not been compacted and is not in a gap. */
  boolean keeps(long revision) {
    return revision >= oldest.get() && gaps.stream().noneMatch(gap -> gap.contains(revision));
  }

  /** Throws if the revision is greater than the current one. */
  void checkReached(long revision) {
    long now = current.get();
    if (revision > now) {
      throw new FutureRevisionException(revision, now);
    }
  }

  /** Throws if the revision is compacted or in a gap. Must be called after reading. */
  void checkKept(long revision) {
    long kept = oldest.get();
    if (revision < kept) {
      throw new CompactedException(revision, kept);
    }
    for (var gap : gaps) {
      if (gap.contains(revision)) {
        throw new CompactedException(revision, gap.last + 1);
      }
    }
  }
}
