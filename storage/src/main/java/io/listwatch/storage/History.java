package io.listwatch.storage;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The commits from the oldest kept revision to the newest, without a gap.
 *
 * <p>Threads: one thread at a time writes; any thread reads without blocking. The {@link Retention}
 * bounds it: beyond that, the oldest commits are dropped.
 */
final class History {
  private static final long FIRST_REVISION = 1;

  private final Retention retention;
  private final ConcurrentSkipListMap<Long, Commit> commits = new ConcurrentSkipListMap<>();

  private volatile long oldest = FIRST_REVISION;
  private volatile long start = FIRST_REVISION;

  /** Written last, so that a reader that sees a new head also finds it in {@link #commits}. */
  private volatile Commit head;

  History(Retention retention, Instant now) {
    this.retention = retention;
    head = new Commit(FIRST_REVISION, now, EntryTree.EMPTY, List.of());
    commits.put(FIRST_REVISION, head);
  }

  Commit head() {
    return head;
  }

  /** Returns the oldest kept revision. */
  long oldest() {
    return oldest;
  }

  /** Returns the revision that the last jump went to. Watches cannot cross it. */
  long start() {
    return start;
  }

  /** Null if the revision has been compacted or does not exist yet. */
  @Nullable Commit at(long revision) {
    return commits.get(revision);
  }

  void append(Commit commit) {
    commits.put(commit.revision(), commit);
    head = commit;
    trim(commit.time());
  }

  /** Drops the commits that are beyond the retention. */
  void trim(Instant now) {
    long keep = oldest;
    while (keep < head.revision() && isPastRetention(keep, now)) {
      keep++;
    }
    compact(keep);
  }

  private boolean isPastRetention(long revision, Instant now) {
    if (head.revision() - revision > retention.revisions()) {
      return true;
    }
    Commit successor = commits.get(revision + 1);
    return successor != null
        && Duration.between(successor.time(), now).compareTo(retention.age()) > 0;
  }

  /** Drops all commits before {@code revision}. */
  void compact(long revision) {
    if (revision > oldest) {
      oldest = revision;
      commits.headMap(revision).clear();
    }
  }

  /** Continues at {@code revision} with the same state. All earlier revisions are compacted. */
  void jump(long revision, Instant now) {
    var target = new Commit(revision, now, head.state(), List.of());
    start = revision;
    commits.put(revision, target);
    head = target;
    compact(revision);
  }
}
