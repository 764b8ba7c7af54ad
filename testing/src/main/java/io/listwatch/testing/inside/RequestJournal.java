package io.listwatch.testing.inside;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.http.AuditLog;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Records the last {@value #MAX_LINES} finished requests and all requests in progress.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class RequestJournal implements AuditLog {
  static final int MAX_LINES = 200;
  private static final int FORBIDDEN = 403;
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition over = lock.newCondition();

  @GuardedBy("lock")
  private final Deque<String> lines = new ArrayDeque<>();

  @GuardedBy("lock")
  private final Map<String, AccessRequest> inProgress = new HashMap<>();

  /** Different requests that were rejected with 403, oldest first. */
  @GuardedBy("lock")
  private final Set<AccessRequest> forbidden = new LinkedHashSet<>();

  RequestJournal(Timers timers) {
    this.timers = timers;
  }

  @Override
  public void begin(String id, AccessRequest request) {
    lock.lock();
    try {
      inProgress.put(id, request);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void record(Entry entry) {
    String line =
        "%s %s -> %d in %d ms"
            .formatted(
                TIME.format(timers.now()),
                line(entry.request()),
                entry.code(),
                TimeUnit.NANOSECONDS.toMillis(entry.nanos()));
    lock.lock();
    try {
      inProgress.remove(entry.id());
      if (lines.size() == MAX_LINES) {
        lines.removeFirst();
      }
      lines.addLast(line);
      if (entry.code() == FORBIDDEN && forbidden.size() < MAX_LINES) {
        forbidden.add(entry.request());
      }
      over.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static String line(AccessRequest request) {
    return request.verb() + " " + request.path();
  }

  /**
   * Returns the finished requests, oldest first, then those in progress. Waits up to 500 ms for
   * requests other than watches: a client may have its response before the server has recorded the
   * request.
   */
  List<String> lines() {
    long left = PATIENCE.toNanos();
    lock.lock();
    try {
      while (watchesLocked().size() < inProgress.size() && left > 0) {
        left = over.awaitNanos(left);
      }
      return linesLocked();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return linesLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private List<String> linesLocked() {
    var all = new ArrayDeque<>(lines);
    inProgress.values().forEach(each -> all.addLast(line(each) + " -> in progress"));
    return List.copyOf(all);
  }

  /** Returns the first {@value #MAX_LINES} different requests that were rejected with 403. */
  List<AccessRequest> forbidden() {
    lock.lock();
    try {
      return List.copyOf(forbidden);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no watch is open, for at most {@code patience}, and returns the watches that still
   * are.
   */
  List<String> openWatches(Duration patience) {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (!watchesLocked().isEmpty() && left > 0) {
        left = over.awaitNanos(left);
      }
      return watchesLocked();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private List<String> watchesLocked() {
    return inProgress.values().stream()
        .filter(each -> each.verb().equals("watch"))
        .map(RequestJournal::line)
        .toList();
  }
}
