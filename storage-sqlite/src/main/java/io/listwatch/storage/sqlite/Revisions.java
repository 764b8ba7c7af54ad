package io.listwatch.storage.sqlite;

import io.listwatch.storage.CompactedException;
import io.listwatch.storage.FutureRevisionException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which revisions can be read: those from the oldest kept to the current one, without those that
 * were lost.
 *
 * <p>Thread-safe. The writer moves it; a reader that saw a commit before the writer told of it
 * moves the current revision too.
 */
final class Revisions {
  private final AtomicLong current;

  /** Raised before anything is removed: who reads first and asks then knows what to believe. */
  private final AtomicLong oldest;

  /** Newest first. They come about when a storage is opened, and not while it is open. */
  private final List<Gap> gaps;

  /** Revisions that may have been handed out and are lost. Nobody may go on from one of them. */
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

  void forgetBefore(long revision) {
    oldest.accumulateAndGet(revision, Math::max);
  }

  /** Forgets all but the last {@code count} before the current one. Lost ones do not count. */
  void keepLast(int count) {
    long keep = current.get() - count;
    for (var gap : gaps) {
      if (gap.last > keep) {
        keep -= gap.last - gap.first + 1;
      }
    }
    forgetBefore(keep);
  }

  /** Whether a revision that was made is neither forgotten nor lost. */
  boolean keeps(long revision) {
    return revision >= oldest.get() && gaps.stream().noneMatch(gap -> gap.contains(revision));
  }

  /** Refuses to read what has not been made. */
  void checkReached(long revision) {
    long now = current.get();
    if (revision > now) {
      throw new FutureRevisionException(revision, now);
    }
  }

  /** Refuses what is forgotten or lost. To be asked after reading. */
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
