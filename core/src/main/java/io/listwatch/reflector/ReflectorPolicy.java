package io.listwatch.reflector;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * How a reflector paces itself and what it asks for.
 *
 * @param backoff how long to wait after failures
 * @param streaming whether to fetch the initial state by a watch where the source can
 * @param mostRecentLists whether every list asks for the latest state; otherwise the first takes
 *     any and later ones anything not older than what was seen
 * @param pageSize how many objects a page of a list has; 0 chooses by what is asked for
 * @param watchTimeout the shortest a watch is asked to last; the longest is twice that. Zero leaves
 *     it to the source
 * @param overlap how long before its end a watch is to have a successor, at most a quarter of the
 *     time it lasts; zero opens the next one when it has ended
 * @param idleTimeout how long a watch on which bookmarks have been seen may be silent before it is
 *     taken for dead; more if its bookmarks are rarer than that
 * @param internalErrorPatience for how long a watch is reopened after internal errors instead of
 *     listing again; zero for never
 * @param resyncPeriod how often the store is resynced; zero for never
 */
public record ReflectorPolicy(
    BackoffPolicy backoff,
    boolean streaming,
    boolean mostRecentLists,
    int pageSize,
    Duration watchTimeout,
    Duration overlap,
    Duration idleTimeout,
    Duration internalErrorPatience,
    Duration resyncPeriod) {
  /** As the reference's clients do. */
  public static final ReflectorPolicy CLIENT =
      new ReflectorPolicy(
          BackoffPolicy.CLIENT,
          true,
          false,
          0,
          Duration.ofMinutes(5),
          Duration.ofSeconds(10),
          Duration.ofMinutes(3),
          Duration.ZERO,
          Duration.ZERO);

  /**
   * As the reference's watch cache reads its storage: steadily, at the latest, without rotation.
   */
  public static final ReflectorPolicy SERVER =
      new ReflectorPolicy(
          BackoffPolicy.constant(Duration.ofSeconds(1)),
          false,
          true,
          10_000,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofSeconds(30),
          Duration.ZERO);

  public ReflectorPolicy {
    if (pageSize < 0) {
      throw new IllegalArgumentException("pageSize: " + pageSize + " (expected: 0 or more)");
    }
    requireNotNegative("watchTimeout", watchTimeout);
    requireNotNegative("overlap", overlap);
    requireNotNegative("idleTimeout", idleTimeout);
    requireNotNegative("internalErrorPatience", internalErrorPatience);
    requireNotNegative("resyncPeriod", resyncPeriod);
  }

  private static void requireNotNegative(String name, Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(name + ": " + duration + " (expected: 0 or more)");
    }
  }

  /** A policy that differs in what {@code changes} sets. */
  public ReflectorPolicy with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** In whole seconds, and spread, so that many watches do not end at once. */
  Duration nextWatchTimeout(RandomGenerator random) {
    double seconds = watchTimeout.toNanos() / 1e9 * (1 + random.nextDouble());
    return Duration.ofSeconds((long) seconds);
  }

  /** When a watch of this timeout is to have a successor, after its start; zero for never. */
  Duration successionTime(Duration timeout) {
    Duration quarter = timeout.dividedBy(4);
    Duration lead = overlap.compareTo(quarter) < 0 ? overlap : quarter;
    return lead.isZero() ? Duration.ZERO : timeout.minus(lead);
  }

  /** What may be changed about a policy. */
  public static final class Builder {
    private BackoffPolicy backoff;
    private boolean streaming;
    private boolean mostRecentLists;
    private int pageSize;
    private Duration watchTimeout;
    private Duration overlap;
    private Duration idleTimeout;
    private Duration internalErrorPatience;
    private Duration resyncPeriod;

    private Builder(ReflectorPolicy policy) {
      backoff = policy.backoff;
      streaming = policy.streaming;
      mostRecentLists = policy.mostRecentLists;
      pageSize = policy.pageSize;
      watchTimeout = policy.watchTimeout;
      overlap = policy.overlap;
      idleTimeout = policy.idleTimeout;
      internalErrorPatience = policy.internalErrorPatience;
      resyncPeriod = policy.resyncPeriod;
    }

    public Builder backoff(BackoffPolicy newBackoff) {
      backoff = newBackoff;
      return this;
    }

    public Builder streaming(boolean newStreaming) {
      streaming = newStreaming;
      return this;
    }

    public Builder mostRecentLists(boolean newMostRecentLists) {
      mostRecentLists = newMostRecentLists;
      return this;
    }

    public Builder pageSize(int newPageSize) {
      pageSize = newPageSize;
      return this;
    }

    public Builder watchTimeout(Duration newWatchTimeout) {
      watchTimeout = newWatchTimeout;
      return this;
    }

    public Builder overlap(Duration newOverlap) {
      overlap = newOverlap;
      return this;
    }

    public Builder idleTimeout(Duration newIdleTimeout) {
      idleTimeout = newIdleTimeout;
      return this;
    }

    public Builder internalErrorPatience(Duration newPatience) {
      internalErrorPatience = newPatience;
      return this;
    }

    public Builder resyncPeriod(Duration newResyncPeriod) {
      resyncPeriod = newResyncPeriod;
      return this;
    }

    private ReflectorPolicy build() {
      return new ReflectorPolicy(
          backoff,
          streaming,
          mostRecentLists,
          pageSize,
          watchTimeout,
          overlap,
          idleTimeout,
          internalErrorPatience,
          resyncPeriod);
    }
  }
}
