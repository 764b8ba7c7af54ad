package io.listwatch.faults;

import io.listwatch.server.http.interference.ClientRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A fault that a command has armed: its effect, the requests that it matches, and how often it may
 * still be used.
 *
 * <p>Thread-safe.
 */
final class ArmedFault {
  private final String id;
  private final String word;
  private final FaultMatch match;
  private final Effect effect;
  private final AtomicLong left;
  private final FaultJournal journal;
  private final HitCount hits = new HitCount();

  /**
   * @param word the command that armed it
   * @param times how often it may be used
   * @param journal records its hits
   */
  ArmedFault(
      String id, String word, FaultMatch match, Effect effect, long times, FaultJournal journal) {
    this.id = id;
    this.word = word;
    this.match = match;
    this.effect = effect;
    this.left = new AtomicLong(times);
    this.journal = journal;
  }

  String id() {
    return id;
  }

  String word() {
    return word;
  }

  FaultMatch match() {
    return match;
  }

  Effect effect() {
    return effect;
  }

  boolean covers(ClientRequest request) {
    return left.get() > 0 && match.covers(request);
  }

  /** Uses the fault once. Returns false if it is used up. */
  boolean use() {
    boolean usable = left.getAndUpdate(times -> Math.max(0, times - 1)) > 0;
    if (usable) {
      hit();
    }
    return usable;
  }

  /** Counts a hit of a fault that takes effect when it is armed, without a matching request. */
  void hit() {
    journal.add("hit: " + word + " (fault " + id + ")");
    hits.hit();
  }

  long hits() {
    return hits.count();
  }

  /** Returns a stage that completes after this number of hits. */
  CompletableFuture<Void> reached(long wanted) {
    return hits.reached(wanted);
  }
}
