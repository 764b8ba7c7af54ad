package io.listwatch.testing.inside;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.http.AuditLog;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final Deque<Line> lines = new ArrayDeque<>();

  @GuardedBy("lock")
  private final Map<String, Begun> inProgress = new HashMap<>();

  /** Different requests that were rejected with 403, oldest first. */
  @GuardedBy("lock")
  private final Set<AccessRequest> forbidden = new LinkedHashSet<>();

  RequestJournal(Timers timers) {
    this.timers = timers;
  }

  /** A request in progress. */
  record Begun(Instant at, AccessRequest request) {}

  /** A line of the journal. */
  private interface Line {
    String text();
  }

  /** The line at which a test begins. */
  private record Mark(String text) implements Line {}

  /**
   * A request that is over.
   *
   * @param at its end
   */
  record Finished(Instant at, Entry entry) implements Line {
    @Override
    public String text() {
      return "%s %s -> %d in %d ms"
          .formatted(
              TIME.format(at),
              RequestJournal.line(entry.request()),
              entry.code(),
              TimeUnit.NANOSECONDS.toMillis(entry.nanos()));
    }
  }

  @Override
  public void begin(String id, AccessRequest request) {
    if (ofWorkloads(request)) {
      return;
    }
    lock.lock();
    try {
      inProgress.put(id, new Begun(timers.now(), request));
    } finally {
      lock.unlock();
    }
  }

  /** Requests of simulated workloads are not the test's, and would fill the journal. */
  private static boolean ofWorkloads(AccessRequest request) {
    return TestWorkloads.isUser(request.user());
  }

  @Override
  public void record(Entry entry) {
    if (ofWorkloads(entry.request())) {
      return;
    }
    var over = new Finished(timers.now(), entry);
    lock.lock();
    try {
      inProgress.remove(entry.id());
      addLocked(over);
      if (entry.code() == FORBIDDEN && forbidden.size() < MAX_LINES) {
        forbidden.add(entry.request());
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void addLocked(Line line) {
    if (lines.size() == MAX_LINES) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  /** Adds a line that separates the requests of one test from those of the next. */
  void mark(String title) {
    lock.lock();
    try {
      addLocked(new Mark(ChangeJournal.separator(title)));
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
        left = changed.awaitNanos(left);
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
    var all = new ArrayList<String>();
    lines.forEach(each -> all.add(each.text()));
    inProgress.values().forEach(each -> all.add(line(each.request()) + " -> in progress"));
    return List.copyOf(all);
  }

  /** Returns the finished requests, oldest first. */
  List<Finished> finished() {
    lock.lock();
    try {
      return lines.stream().filter(Finished.class::isInstance).map(Finished.class::cast).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the requests in progress. */
  List<Begun> inProgress() {
    lock.lock();
    try {
      return List.copyOf(inProgress.values());
    } finally {
      lock.unlock();
    }
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
        left = changed.awaitNanos(left);
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
        .map(Begun::request)
        .filter(each -> Verb.WATCH.is(each.verb()))
        .map(RequestJournal::line)
        .toList();
  }
}
