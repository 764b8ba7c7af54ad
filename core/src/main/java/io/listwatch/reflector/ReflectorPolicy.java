package io.listwatch.reflector;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Timing and request parameters of a reflector.
 *
 * @param backoff delays after failures
 * @param streaming whether to fetch the initial state by a streaming list if the source supports it
 * @param mostRecentLists whether every list requests the latest state; otherwise the first accepts
 *     any and later ones any that is not older than the last version seen
 * @param pageSize maximum number of objects on a page of a list; 0 chooses by the kind of list
 * @param watchTimeout minimum timeout that a watch requests; the maximum is twice that. Zero lets
 *     the source decide
 * @param overlap time before the end of a watch at which its successor is opened, at most a quarter
 *     of the watch's timeout; zero opens the next one when the watch has ended
 * @param idleTimeout time for which a watch that has sent bookmarks may be silent before it counts
 *     as dead; longer if its bookmarks are rarer than that
 * @param silentStreamTimeout time without another initial event (ADDED) after which the reflector
 *     stops waiting for the bookmark that ends a streaming list, and lists instead. Zero for no
 *     limit
 * @param internalErrorPatience time for which a watch is reopened after internal errors instead of
 *     listing again; zero for never
 * @param resyncPeriod time between resyncs of the store; zero for never
 */
public record ReflectorPolicy(
    BackoffPolicy backoff,
    boolean streaming,
    boolean mostRecentLists,
    int pageSize,
    Duration watchTimeout,
    Duration overlap,
    Duration idleTimeout,
    Duration silentStreamTimeout,
    Duration internalErrorPatience,
    Duration resyncPeriod) {
  /** client-go's settings. */
  public static final ReflectorPolicy CLIENT =
      new ReflectorPolicy(
          BackoffPolicy.CLIENT,
          true,
          false,
          0,
          Duration.ofMinutes(5),
          Duration.ofSeconds(10),
          Duration.ofMinutes(3),
          Duration.ofMinutes(1),
          Duration.ZERO,
          Duration.ZERO);

  /**
   * The settings of kube-apiserver's watch cache reading its storage: constant delays, lists at the
   * latest state, and no timeout of watches.
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
    requireNotNegative("silentStreamTimeout", silentStreamTimeout);
    requireNotNegative("internalErrorPatience", internalErrorPatience);
    requireNotNegative("resyncPeriod", resyncPeriod);
  }

  private static void requireNotNegative(String name, Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(name + ": " + duration + " (expected: 0 or more)");
    }
  }

  /** Returns a copy of this policy with {@code changes} applied. */
  public ReflectorPolicy with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Returns a random timeout in whole seconds, so that many watches do not end at once. */
  Duration nextWatchTimeout(RandomGenerator random) {
    double seconds = watchTimeout.toNanos() / 1e9 * (1 + random.nextDouble());
    return Duration.ofSeconds((long) seconds);
  }

  /**
   * Returns the time after the start of a watch with this timeout at which its successor is opened;
   * zero for never.
   */
  Duration successionTime(Duration timeout) {
    Duration quarter = timeout.dividedBy(4);
    Duration lead = overlap.compareTo(quarter) < 0 ? overlap : quarter;
    return lead.isZero() ? Duration.ZERO : timeout.minus(lead);
  }

  /** Changes a copy of a policy. */
  public static final class Builder {
    private BackoffPolicy backoff;
    private boolean streaming;
    private boolean mostRecentLists;
    private int pageSize;
    private Duration watchTimeout;
    private Duration overlap;
    private Duration idleTimeout;
    private Duration silentStreamTimeout;
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
      silentStreamTimeout = policy.silentStreamTimeout;
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

    public Builder silentStreamTimeout(Duration newSilentStreamTimeout) {
      silentStreamTimeout = newSilentStreamTimeout;
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
          silentStreamTimeout,
          internalErrorPatience,
          resyncPeriod);
    }
  }
}
