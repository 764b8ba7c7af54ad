package io.listwatch.server.cache;

import io.listwatch.server.resource.ResourceChange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in an {@link EventWindow}: after one change, and before the next. Who holds the place
 * reads on from there.
 *
 * <p>Threads: the window's writer links and unlinks; any thread follows.
 */
final class WindowEntry {
  /** What an entry takes besides the objects it keeps. */
  private static final int OVERHEAD = 256;

  private final long sequence;
  private final long version;
  private final long time;

  /** Null for a place where history begins. */
  private final @Nullable ResourceChange change;

  private volatile @Nullable WindowEntry next;

  private WindowEntry(long sequence, long version, long time, @Nullable ResourceChange change) {
    this.sequence = sequence;
    this.version = version;
    this.time = time;
    this.change = change;
  }

  /** A place before which nothing is known. */
  static WindowEntry beginning(long sequence, long version, long time) {
    return new WindowEntry(sequence, version, time, null);
  }

  WindowEntry followedBy(ResourceChange following, long now) {
    return new WindowEntry(sequence + 1, following.version(), now, following);
  }

  /** Without gaps, in the order of history. */
  long sequence() {
    return sequence;
  }

  long version() {
    return version;
  }

  /** When it was written, by the monotonic clock. */
  long time() {
    return time;
  }

  /** What happened just before this place. Only asked of one that another leads to. */
  ResourceChange change() {
    return Objects.requireNonNull(change);
  }

  int bytes() {
    return OVERHEAD + (change == null ? 0 : change.retainedBytes());
  }

  /** Null if this is the end, or no longer kept. */
  @Nullable WindowEntry next() {
    return next;
  }

  void link(@Nullable WindowEntry following) {
    next = following;
  }
}
