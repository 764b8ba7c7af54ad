package io.listwatch.faults;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last {@value #MAX} events of faults: armed, hit and cleared.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class FaultJournal {
  static final int MAX = 200;

  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Deque<Event> events = new ArrayDeque<>();

  /**
   * @param timers the real clock, which faults do not move
   */
  FaultJournal(Timers timers) {
    this.timers = timers;
  }

  /** An event of a fault, such as a hit. */
  record Event(Instant at, String what) {}

  void add(String what) {
    var event = new Event(timers.now(), what);
    lock.lock();
    try {
      if (events.size() == MAX) {
        events.removeFirst();
      }
      events.addLast(event);
    } finally {
      lock.unlock();
    }
  }

  List<Event> events() {
    lock.lock();
    try {
      return List.copyOf(events);
    } finally {
      lock.unlock();
    }
  }
}
