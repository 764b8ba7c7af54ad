package io.listwatch.faults;

import io.listwatch.server.http.interference.ClientRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A fault that somebody wants: what it does, to whom, and how often it still may.
 *
 * <p>Thread-safe.
 */
final class ArmedFault {
  private final String id;
  private final String word;
  private final FaultMatch match;
  private final Effect effect;
  private final AtomicLong left;
  private final HitCount hits = new HitCount();

  /**
   * @param word by which it was asked for
   * @param times how often it may have its effect
   */
  ArmedFault(String id, String word, FaultMatch match, Effect effect, long times) {
    this.id = id;
    this.word = word;
    this.match = match;
    this.effect = effect;
    this.left = new AtomicLong(times);
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

  /** Uses it once. Answers false if it has been used up. */
  boolean use() {
    boolean usable = left.getAndUpdate(times -> Math.max(0, times - 1)) > 0;
    if (usable) {
      hit();
    }
    return usable;
  }

  /** Counts what it did at once, without waiting for anybody to meet it. */
  void hit() {
    hits.hit();
  }

  long hits() {
    return hits.count();
  }

  /** Complete once it has had its effect so often. */
  CompletableFuture<Void> reached(long wanted) {
    return hits.reached(wanted);
  }
}
