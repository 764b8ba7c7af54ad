package io.listwatch.faults;

import io.listwatch.faults.Effect.BreakOff;
import io.listwatch.faults.Effect.DelayBookmarks;
import io.listwatch.faults.Effect.Hold;
import io.listwatch.faults.Effect.MismatchDelta;
import io.listwatch.faults.Effect.Split;
import io.listwatch.faults.Effect.Stall;
import io.listwatch.faults.Effect.SuppressBookmarks;
import io.listwatch.model.ApiException;
import io.listwatch.server.http.interference.ClientRequest;
import io.listwatch.server.http.interference.StreamHandle;
import io.listwatch.server.http.interference.StreamInterference;
import io.listwatch.server.http.interference.WatchSource;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Applies faults to one open watch stream.
 *
 * <p>Threads: its event loop, except for {@link #drop} and {@link #wake}.
 */
final class FaultyStream implements StreamInterference {
  private final ClientRequest request;
  private final ArmedFaults faults;
  private final Timers timers;
  private final StreamHandle handle;
  private final StreamPlan plan;
  private final Consumer<FaultyStream> onClose;

  /** For each hold, the events released before the stream opened plus the events sent since. */
  private final Map<ArmedFault, Long> passed = new HashMap<>();

  /** The faults that have stalled the stream, so that each counts one hit. */
  private final Set<ArmedFault> stalledBy = new HashSet<>();

  /** Null until the watch is open. */
  private volatile @Nullable FaultyWatch watch;

  FaultyStream(
      ClientRequest request,
      ArmedFaults faults,
      Timers timers,
      StreamHandle handle,
      StreamPlan plan,
      Consumer<FaultyStream> onClose) {
    this.request = request;
    this.faults = faults;
    this.timers = timers;
    this.handle = handle;
    this.plan = plan;
    this.onClose = onClose;
    // Events that were released before this stream opened do not count for it.
    faults.of(Hold.class, request).forEach(each -> passed.put(each, released(each)));
  }

  ClientRequest request() {
    return request;
  }

  @Override
  public ResourceWatch open(WatchSource source, Runnable onReadable) {
    Long start = plan.staleStart();
    ResourceWatch underlying =
        start == null
            ? source.watch(plan.request(), onReadable)
            : StaleWatch.open(source, plan.request(), start, handle.loop(), onReadable);
    var opened = new FaultyWatch(this, plan, underlying, onReadable);
    watch = opened;
    return opened;
  }

  @Override
  public boolean idle() {
    return faults.isEmpty();
  }

  @Override
  public boolean stalled() {
    List<ArmedFault> stalling = faults.of(Stall.class, request).toList();
    stalling.stream().filter(stalledBy::add).forEach(ArmedFault::use);
    return !stalling.isEmpty();
  }

  @Override
  public Passage next() {
    if (faults.use(BreakOff.class, request).isPresent()) {
      return Passage.HALF;
    }
    return faults
        .use(Split.class, request)
        .map(split -> Passage.inParts(split.parts(), split.pause()))
        .orElse(Passage.WHOLE);
  }

  @Override
  public byte[] altered(byte[] frame) {
    int at = DeltaChecksum.find(frame);
    return at >= 0 && faults.use(MismatchDelta.class, request).isPresent()
        ? DeltaChecksum.damaged(frame, at)
        : frame;
  }

  /**
   * True if an event may be sent now.
   *
   * @param fresh true for the first call with this event
   */
  boolean letsPass(boolean fresh) {
    List<ArmedFault> holds = faults.of(Hold.class, request).toList();
    List<ArmedFault> closed =
        holds.stream().filter(each -> passed.getOrDefault(each, 0L) >= released(each)).toList();
    if (closed.isEmpty()) {
      holds.forEach(each -> passed.merge(each, 1L, Long::sum));
      return true;
    }
    if (fresh) {
      closed.forEach(ArmedFault::use);
    }
    return false;
  }

  private static long released(ArmedFault fault) {
    return fault.effect() instanceof Hold hold ? hold.released().get() : 0;
  }

  boolean suppressesBookmark() {
    return faults.use(SuppressBookmarks.class, request).isPresent();
  }

  Duration bookmarkDelay() {
    return faults
        .use(DelayBookmarks.class, request)
        .map(DelayBookmarks::delay)
        .orElse(Duration.ZERO);
  }

  /**
   * Returns the delay of the bookmark that ends the initial events; live events are sent meanwhile.
   */
  Duration endDelay() {
    Duration wanted = bookmarkDelay();
    return wanted.isZero() ? plan.endDelay() : wanted;
  }

  /** Runs a task on the event loop after a delay. */
  void after(Duration delay, Runnable task) {
    timers.schedule(delay, () -> handle.loop().execute(task));
  }

  void drop() {
    handle.drop();
  }

  /** Checks the faults again after they have changed. */
  void wake() {
    handle.wake();
    FaultyWatch open = watch;
    if (open != null) {
      handle.loop().execute(open::wake);
    }
  }

  @Override
  public void closed() {
    onClose.accept(this);
  }

  /**
   * The decisions about a stream at its start.
   *
   * @param staleStart the revision of the initial events; null for the default
   * @param failure thrown instead of all events; null for none
   * @param length number of live events after which the stream ends
   * @param endDelay delay of the bookmark that ends the initial events
   */
  record StreamPlan(
      WatchRequest request,
      @Nullable Long staleStart,
      @Nullable ApiException failure,
      long length,
      Duration endDelay) {}
}
