package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.time.Timers;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The protobuf messages of objects that were sent as protobuf, for the next list or watch that
 * sends the same objects. A message is valid for one state of its object, which is recognized by
 * identity. The message of a later state takes its place; once the watch cache has dropped a
 * deleted object, the garbage collector clears the entry.
 *
 * <p>Bounded by a number of bytes. If there is no room for a message, only its length is kept, so
 * that the next list need not measure the object. No other message is dropped for it: a list that
 * is longer than the budget would drop each message just before it needs it again. Messages that
 * were not used for {@value #IDLE_SECONDS} seconds make room for others.
 *
 * <p>Thread-safe.
 */
public final class KeptMessages {
  private static final int IDLE_SECONDS = 300;

  /** Approximate size of an entry besides its message, in bytes. */
  private static final int ENTRY = 128;

  /** Number of entries that one attempt to make room checks. */
  private static final int LOOKS = 8;

  private final Timers timers;
  private final long budget;

  /**
   * The entry of the last state of each object. A state that was replaced gives its bytes back at
   * once: the garbage collector may clear the reference to an old object only much later.
   */
  private final ConcurrentHashMap<Key, Entry> entries = new ConcurrentHashMap<>();

  private final AtomicLong used = new AtomicLong();
  private final ReferenceQueue<Resource> dropped = new ReferenceQueue<>();

  /** Guards {@link #next}. A thread that cannot take the lock at once skips the work. */
  private final ReentrantLock lock = new ReentrantLock();

  private Iterator<Entry> next = Collections.emptyIterator();

  /**
   * @param budget in bytes
   */
  public KeptMessages(Timers timers, long budget) {
    this.timers = timers;
    this.budget = budget;
  }

  /** Returns a table with a budget of a tenth of the maximum heap. */
  public static KeptMessages ofHeap(Timers timers) {
    return new KeptMessages(timers, Runtime.getRuntime().maxMemory() / 10);
  }

  /**
   * Returns the entry of an object; null if there is none.
   *
   * @param type the message's type, which includes everything else that it depends on
   */
  @Nullable Entry find(String type, Resource object) {
    Entry found = entries.get(new Key(type, object.key()));
    if (found == null || !found.refersTo(object)) {
      return null;
    }
    found.asked = seconds();
    return found;
  }

  private int seconds() {
    return (int) TimeUnit.NANOSECONDS.toSeconds(timers.nanoTime());
  }

  /**
   * Keeps the message of an object, or its length if there is no room for more. Keeps neither if
   * there is an entry for a later state.
   *
   * @param type the message's type, which includes everything else that it depends on
   * @param buffer starts with the message, which is copied
   */
  void keep(String type, Resource object, byte[] buffer, int length) {
    removeDropped();
    var key = new Key(type, object.key());
    Entry before = entries.get(key);
    if (before != null) {
      if (before.isLaterThan(object)) {
        return;
      }
      remove(before);
    }
    boolean fits = reserve((long) length + ENTRY, budget);
    // Lengths are small: they may exceed the budget by an eighth.
    if (!fits && !reserve(ENTRY, budget + budget / 8)) {
      return;
    }
    byte[] message = fits ? Arrays.copyOf(buffer, length) : null;
    var entry = new Entry(key, object, dropped, length, message, seconds());
    if (entries.putIfAbsent(key, entry) != null) {
      giveBack(entry);
    }
  }

  private boolean reserve(long bytes, long max) {
    if (used.addAndGet(bytes) <= max) {
      return true;
    }
    used.addAndGet(-bytes);
    removeIdle();
    return false;
  }

  private void giveBack(Entry entry) {
    used.addAndGet(-entry.cost());
  }

  private void remove(Entry entry) {
    if (entries.remove(entry.key, entry)) {
      giveBack(entry);
    }
  }

  /** Removes the entries whose objects have been garbage collected. */
  private void removeDropped() {
    for (Reference<?> gone = dropped.poll(); gone != null; gone = dropped.poll()) {
      remove((Entry) gone);
    }
  }

  /** Checks the next few entries and removes the idle ones. */
  private void removeIdle() {
    if (!lock.tryLock()) {
      return;
    }
    try {
      if (!next.hasNext()) {
        next = entries.values().iterator();
      }
      int now = seconds();
      for (int i = 0; i < LOOKS && next.hasNext(); i++) {
        Entry entry = next.next();
        if (now - entry.asked > IDLE_SECONDS) {
          remove(entry);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of bytes in use. */
  public long used() {
    return used.get();
  }

  /** The key of an entry. The same object may be sent as messages of several types. */
  private record Key(String type, ResourceKey object) {}

  /** The message of one state of an object, or at least its length. */
  static final class Entry extends WeakReference<Resource> {
    private final Key key;
    private final ResourceVersion version;
    final int length;

    /** Null if there was no room for it. */
    final byte @Nullable [] message;

    /**
     * The time when the entry was last used, in seconds. Written by any thread without ordering.
     */
    private int asked;

    private Entry(
        Key key,
        Resource object,
        ReferenceQueue<Resource> dropped,
        int length,
        byte @Nullable [] message,
        int asked) {
      super(object, dropped);
      this.key = key;
      this.version = object.version();
      this.length = length;
      this.message = message;
      this.asked = asked;
    }

    private boolean isLaterThan(Resource object) {
      return version.comparableTo(object.version()) && version.newerThan(object.version());
    }

    private long cost() {
      return (long) ENTRY + (message == null ? 0 : length);
    }
  }
}
