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
 * The queue of notifications for one handler. Up to its capacity it keeps all of them. Beyond it,
 * the queue merges the notifications of one object, so that a stuck handler costs at most two more
 * notifications for each object that exists or existed when it got stuck. When the handler
 * continues, it sees the latest state.
 *
 * <pre>
 *   a added  b added  | resync |  a 3→4  b deleted  b added
 *                     barrier     a 4→5 becomes 3→5 in place; nothing moves past a barrier,
 *                                 nothing is merged across a deletion and a later creation
 * </pre>
 *
 * <p>Threads: one thread at a time adds, and never blocks; one thread takes; any thread closes or
 * waits for delivery. The lock is a leaf.
 */
final class HandlerQueue {
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition progressed = lock.newCondition();

  /** Sentinel at both ends of the list of queued notifications. */
  @GuardedBy("lock")
  private final Node ends = new Node(new Notification.InitialEnd(), 0);

  @GuardedBy("lock")
  private int size;

  /** Number of the last notification that was appended. */
  @GuardedBy("lock")
  private long appended;

  /** Every notification up to this number has been delivered or dropped. */
  @GuardedBy("lock")
  private long delivered;

  /** The last notification of each object, while merging; null below the capacity. */
  @GuardedBy("lock")
  private @Nullable Map<ResourceKey, Node> latest;

  @GuardedBy("lock")
  private boolean resyncWaits;

  /** The end of the last relist; null once it is delivered. */
  @GuardedBy("lock")
  private @Nullable Node relistEnd;

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
    } else if (notification instanceof Notification.RelistEnd) {
      relistEnd = append(notification);
    } else if (notification instanceof Notification.RelistBegin && relistEnd != null) {
      // Joins the two relists, so that a stuck handler does not collect them.
      unlink(relistEnd);
      relistEnd = null;
    } else if (!(notification instanceof Notification.Resynced) || !resyncWaits) {
      resyncWaits |= notification instanceof Notification.Resynced;
      append(notification);
      // A barrier: later notifications must not be delivered before it.
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
    for (Node node = ends.previous; !isBarrier(node.value); node = node.previous) {
      if (node.value instanceof Notification.OfObject ofObject) {
        found.putIfAbsent(ofObject.key(), node);
      }
    }
    return found;
  }

  /** A later change may be delivered before the end of a relist, as if the relist had found it. */
  private static boolean isBarrier(Notification value) {
    return !(value instanceof Notification.OfObject || value instanceof Notification.RelistEnd);
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
   * Blocks until the next notification. The previous one counts as delivered.
   *
   * @return null once closed, even if some are left
   */
  @Nullable Notification take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      recordDelivered();
      while (size == 0 && !closed) {
        changed.await();
        // Recorded again, because new notifications may have been merged into nothing.
        recordDelivered();
      }
      return closed ? null : takeFirst();
    } finally {
      lock.unlock();
    }
  }

  /** The handler's thread takes its next notification, so all earlier ones have been delivered. */
  @GuardedBy("lock")
  private void recordDelivered() {
    delivered = size == 0 ? appended : ends.next.number - 1;
    progressed.signalAll();
  }

  @GuardedBy("lock")
  private Notification takeFirst() {
    Node first = ends.next;
    unlink(first);
    if (first.value instanceof Notification.OfObject ofObject && latest != null) {
      // The notification is being delivered, so later ones can no longer be merged into it.
      latest.remove(ofObject.key(), first);
    }
    if (first.value instanceof Notification.Resynced) {
      resyncWaits = false;
    }
    if (first.value instanceof Notification.RelistEnd) {
      relistEnd = null;
    }
    if (size < capacity / 2) {
      latest = null;
    }
    return first.value;
  }

  /**
   * Waits until everything queued now, and the notification being delivered, has been delivered.
   *
   * @return false if that did not happen in time; true if closed, when there is nothing left to
   *     deliver
   */
  boolean awaitDelivered(Duration atMost, Timers timers) throws InterruptedException {
    try (var alarm = new WaitTimeout(atMost, timers, lock, progressed)) {
      lock.lockInterruptibly();
      try {
        long last = appended;
        while (delivered < last && !closed && !alarm.rang()) {
          progressed.await();
        }
        return delivered >= last || closed;
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

  /** Returns the number of queued notifications. */
  int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of notifications that were merged into another since the beginning. */
  long merged() {
    lock.lock();
    try {
      return merged;
    } finally {
      lock.unlock();
    }
  }

  /** An entry of the list, numbered in its order. */
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
