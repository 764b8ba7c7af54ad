package io.listwatch.server.cache;

import io.listwatch.server.resource.ResourceChange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry of an {@link EventWindow}, and a place in it: after one change and before the next. A
 * reader that holds an entry continues from there.
 *
 * <p>Threads: the window's writer links and unlinks entries; any thread follows the links.
 */
final class WindowEntry {
  /** Estimated bytes of an entry besides the objects that it keeps in memory. */
  private static final int OVERHEAD = 256;

  private final long sequence;
  private final long version;
  private final long time;

  /** Null for the entry at which a history begins. */
  private final @Nullable ResourceChange change;

  private volatile @Nullable WindowEntry next;

  private WindowEntry(long sequence, long version, long time, @Nullable ResourceChange change) {
    this.sequence = sequence;
    this.version = version;
    this.time = time;
    this.change = change;
  }

  /** Returns the entry at which a history begins. */
  static WindowEntry beginning(long sequence, long version, long time) {
    return new WindowEntry(sequence, version, time, null);
  }

  WindowEntry followedBy(ResourceChange following, long now) {
    return new WindowEntry(sequence + 1, following.version(), now, following);
  }

  /**
   * Returns the number of this entry: numbers follow the order of changes, without gaps within a
   * history.
   */
  long sequence() {
    return sequence;
  }

  long version() {
    return version;
  }

  /** Returns the time at which it was appended, by the monotonic clock. */
  long time() {
    return time;
  }

  /** Returns the change just before this place. Not for the entry at which a history begins. */
  ResourceChange change() {
    return Objects.requireNonNull(change);
  }

  int bytes() {
    return OVERHEAD + (change == null ? 0 : change.retainedBytes());
  }

  /**
   * Returns the following entry; null at the head, or if the window has dropped the following
   * entries.
   */
  @Nullable WindowEntry next() {
    return next;
  }

  void link(@Nullable WindowEntry following) {
    next = following;
  }
}
