package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.DeltaBases;
import io.listwatch.model.DeltaMismatchException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a reflector's watches request deltas, which are applied to the objects of its
 * store.
 *
 * <pre>
 *   asking ──a delta does not fit──▶ backing off ──ten minutes──▶ asking
 *     │         └──the third in an hour──▶ backing off, and a new list
 *     └──two streams in a row end at once, or objects are changed──▶ off, for good
 * </pre>
 *
 * <p>A delta that does not fit ends its stream, and the next one, without deltas, sends the same
 * change whole. A new list renews objects whose bytes differ from the server's.
 *
 * <p>Confined to the reflector's thread.
 */
final class DeltaUse {
  private static final Duration BACK_OFF = Duration.ofMinutes(10);
  private static final Duration MISMATCH_PERIOD = Duration.ofHours(1);
  private static final int MAX_MISMATCHES = 3;

  /** A proxy that parses events, and breaks on deltas, ends a stream sooner than this. */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private static final int MAX_ENDED_AT_ONCE = 2;

  private final ReflectorStore store;
  private final SyncPoint point;
  private final Timers timers;
  private final ReflectorMonitor monitor;

  /** Times of the mismatches within the period, by the monotonic clock. */
  private final ArrayDeque<Long> mismatches = new ArrayDeque<>();

  /** Number of consecutive streams with deltas that ended at once. */
  private int endedAtOnce;

  private boolean off;

  /** The collection while it is being fetched, before it is in the store; else null. */
  private @Nullable InitialState fetching;

  /**
   * @param wanted false if a transform changes objects on their way to the store
   */
  DeltaUse(
      ReflectorStore store,
      boolean wanted,
      SyncPoint point,
      Timers timers,
      ReflectorMonitor monitor) {
    this.store = store;
    this.off = !wanted || !store.knowsLatest();
    this.point = point;
    this.timers = timers;
    this.monitor = monitor;
  }

  /** Returns the bases for the next watch; null if it must not request deltas. */
  @Nullable Stream next() {
    return off || backingOff() ? null : new Stream();
  }

  private boolean backingOff() {
    Long last = mismatches.peekLast();
    return last != null && timers.nanoTime() - last < BACK_OFF.toNanos();
  }

  /**
   * Turns deltas off, because the store's objects differ from those of the source: the source sends
   * managedFields, which the transform drops.
   */
  void objectsAreChanged() {
    off = true;
  }

  /** Reports whether the watch that was opened gets deltas. */
  void opened(boolean deltas) {
    monitor.deltas(deltas ? DeltaState.YES : backingOff() ? DeltaState.BACKING_OFF : DeltaState.NO);
  }

  /** Uses the objects of a fetch, which are not in the store yet. */
  void fetching(InitialState state) {
    fetching = state;
  }

  void fetched() {
    fetching = null;
  }

  /** One watch that requested deltas. */
  final class Stream implements DeltaBases {
    private boolean overlapping;
    private boolean mismatched;

    /** Marks the watch as opened while another was still read. */
    void overlapping() {
      overlapping = true;
    }

    @Override
    public @Nullable Resource latest(ResourceKey key) {
      monitor.delta();
      InitialState state = fetching;
      return state == null ? store.latest(key) : state.latest(key);
    }

    @Override
    public boolean includes(ResourceKey key, ResourceVersion version) {
      return overlapping && !point.isPassedBy(version) && point.includes(key, version);
    }

    /** True if the deltas of this watch will not fit, so that another one is needed. */
    boolean unusable() {
      return off;
    }

    /** Records a delta that does not fit. Returns the failure that ends the watch. */
    ApiException mismatched(DeltaMismatchException mismatch) {
      mismatched = true;
      monitor.deltaMismatched(mismatch);
      long now = timers.nanoTime();
      mismatches.removeIf(time -> now - time > MISMATCH_PERIOD.toNanos());
      mismatches.add(now);
      if (mismatches.size() < MAX_MISMATCHES) {
        return new UnavailableException(mismatch.status().message());
      }
      // Keeps the last mismatch, so that the next watch does not request deltas yet.
      while (mismatches.size() > 1) {
        mismatches.remove();
      }
      String message =
          "%d deltas within an hour did not fit; listing anew".formatted(MAX_MISMATCHES);
      return new ApiException(Status.of(500, "", message), mismatch);
    }

    /** Records the end of the watch. */
    void ended(Duration lasted) {
      if (mismatched) {
        return;
      }
      endedAtOnce = lasted.compareTo(AT_ONCE) < 0 ? endedAtOnce + 1 : 0;
      if (endedAtOnce == MAX_ENDED_AT_ONCE) {
        off = true;
        monitor.deltasOff();
      }
    }
  }
}
