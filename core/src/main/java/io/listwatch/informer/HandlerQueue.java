package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.ResourceKey;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The notifications that wait for one handler. Up to its capacity it keeps all of them; past it, it
 * merges those of one object, so that a handler which is stuck costs at most two more for each
 * object there is or was when it got stuck, and when it comes back sees the latest.
 *
 * <pre>
 *   a added  b added  | resync |  a 3→4  b deleted  b added
 *                     barrier     a 4→5 becomes 3→5 where it stands; nothing moves past a barrier,
 *                                 nothing is merged across a deletion and what is created after it
 * </pre>
 *
 * <p>Threads: one thread at a time adds, and never waits; one thread takes; any thread closes or
 * waits for what has been told. The lock is a leaf.
 */
final class HandlerQueue {
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition progressed = lock.newCondition();

  /** Both ends of the list; what is between them waits. */
  @GuardedBy("lock")
  private final Node ends = new Node(new Notification.InitialEnd(), 0);

  @GuardedBy("lock")
  private int size;

  /** The number of the last notification that was appended. */
  @GuardedBy("lock")
  private long appended;

  /** Up to this number everything has been told, or need not be any more. */
  @GuardedBy("lock")
  private long told;

  /** The last notification of each object, while merging; null below the capacity. */
  @GuardedBy("lock")
  private @Nullable Map<ResourceKey, Node> latest;

  @GuardedBy("lock")
  private boolean resyncWaits;

  @GuardedBy("lock")
  private long merged;

  @GuardedBy("lock")
  private boolean closed;

  HandlerQueue(int capacity) {
    this.capacity = capacity;
  }

  void add(List<? extends Notification> notifications) {
    lock.lock();
    try {
      if (!closed) {
        for (Notification notification : notifications) {
          addLocked(notification);
        }
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void addLocked(Notification notification) {
    if (notification instanceof Notification.OfObject ofObject) {
      appendOrMerge(ofObject);
    } else if (!(notification instanceof Notification.Resynced) || !resyncWaits) {
      resyncWaits |= notification instanceof Notification.Resynced;
      append(notification);
      // A barrier: what comes after it must not be told before it.
      latest = null;
    }
  }

  @GuardedBy("lock")
  private void appendOrMerge(Notification.OfObject next) {
    if (size >= capacity && latest == null) {
      latest = latestSinceBarrier();
    }
    Map<ResourceKey, Node> known = latest;
    if (known == null) {
      append(next);
      return;
    }
    Node pending = known.get(next.key());
    if (pending == null
        || !(pending.value instanceof Notification.OfObject earlier)
        || !Notification.mergeable(earlier, next)) {
      known.put(next.key(), append(next));
      return;
    }
    merged++;
    Notification result = Notification.merge(earlier, next);
    if (result == null) {
      unlink(pending);
      known.remove(next.key());
    } else {
      pending.value = result;
    }
  }

  @GuardedBy("lock")
  private Map<ResourceKey, Node> latestSinceBarrier() {
    var found = new HashMap<ResourceKey, Node>();
    for (Node node = ends.previous;
        node.value instanceof Notification.OfObject ofObject;
        node = node.previous) {
      found.putIfAbsent(ofObject.key(), node);
    }
    return found;
  }

  @GuardedBy("lock")
  private Node append(Notification notification) {
    var node = new Node(notification, ++appended);
    node.previous = ends.previous;
    node.next = ends;
    ends.previous.next = node;
    ends.previous = node;
    size++;
    return node;
  }

  @GuardedBy("lock")
  private void unlink(Node node) {
    node.previous.next = node.next;
    node.next.previous = node.previous;
    size--;
  }

  /**
   * Waits for the next notification, the one before having been told.
   *
   * @return null once closed, however many were left
   */
  @Nullable Notification take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      noteTold();
      while (size == 0 && !closed) {
        changed.await();
        // Once more: what came may have been merged into nothing.
        noteTold();
      }
      return closed ? null : takeFirst();
    } finally {
      lock.unlock();
    }
  }

  /** Whoever comes for the next has told everything before it. */
  @GuardedBy("lock")
  private void noteTold() {
    told = size == 0 ? appended : ends.next.number - 1;
    progressed.signalAll();
  }

  @GuardedBy("lock")
  private Notification takeFirst() {
    Node first = ends.next;
    unlink(first);
    if (first.value instanceof Notification.OfObject ofObject && latest != null) {
      // It is being told now: nothing can be merged into it any more.
      latest.remove(ofObject.key(), first);
    }
    if (first.value instanceof Notification.Resynced) {
      resyncWaits = false;
    }
    if (size < capacity / 2) {
      latest = null;
    }
    return first.value;
  }

  /**
   * Waits until everything has been told that waits now, what is being told included.
   *
   * @return false if that was not so in time; true also once closed, when there is nobody to tell
   */
  boolean awaitTold(Duration atMost, Timers timers) throws InterruptedException {
    try (var alarm = new Alarm(atMost, timers, lock, progressed)) {
      lock.lockInterruptibly();
      try {
        long last = appended;
        while (told < last && !closed && !alarm.rang()) {
          progressed.await();
        }
        return told >= last || closed;
      } finally {
        lock.unlock();
      }
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      progressed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How many notifications wait. */
  int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /** How many notifications were merged into another since the beginning. */
  long merged() {
    lock.lock();
    try {
      return merged;
    } finally {
      lock.unlock();
    }
  }

  /** A place in the list, numbered in the order of the list. */
  private static final class Node {
    private final long number;
    private Notification value;
    private Node previous = this;
    private Node next = this;

    private Node(Notification value, long number) {
      this.value = value;
      this.number = number;
    }
  }
}
