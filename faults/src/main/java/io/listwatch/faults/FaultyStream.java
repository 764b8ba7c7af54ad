package io.listwatch.faults;

import io.listwatch.faults.Effect.BreakOff;
import io.listwatch.faults.Effect.DelayBookmarks;
import io.listwatch.faults.Effect.Hold;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch that is open, and what the faults that it meets make of it.
 *
 * <p>Threads: its event loop, but for {@link #drop} and {@link #wake}.
 */
final class FaultyStream implements StreamInterference {
  private final ClientRequest request;
  private final ArmedFaults faults;
  private final Timers timers;
  private final StreamHandle handle;
  private final StreamPlan plan;
  private final Consumer<FaultyStream> onClose;

  /** How much each fault had released when the stream met it, and what passed since. */
  private final Map<ArmedFault, Long> passed = new HashMap<>();

  /** By which faults it has been stalled, so that each counts it once. */
  private final Set<ArmedFault> stalledBy = new HashSet<>();

  /** Null until it is open. */
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
    // What was released before it came is not its.
    faults.of(Hold.class, request).forEach(each -> passed.put(each, released(each)));
  }

  ClientRequest request() {
    return request;
  }

  @Override
  public ResourceWatch open(WatchSource source, Runnable onReadable) {
    OptionalLong start = plan.staleStart();
    ResourceWatch told =
        start.isPresent()
            ? StaleWatch.open(source, plan.request(), start.getAsLong(), handle.loop(), onReadable)
            : source.watch(plan.request(), onReadable);
    var opened = new FaultyWatch(this, plan, told, onReadable);
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

  /**
   * Whether an event may be told now.
   *
   * @param fresh whether this was not asked of it before
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

  /** How long the end of the initial events waits, while what happens goes on being told. */
  Duration endDelay() {
    Duration wanted = bookmarkDelay();
    return wanted.isZero() ? plan.endDelay() : wanted;
  }

  /** Does something on the loop, later. */
  void after(Duration delay, Runnable task) {
    timers.schedule(delay, () -> handle.loop().execute(task));
  }

  /** Breaks the connection. */
  void drop() {
    handle.drop();
  }

  /** Looks again at what the faults say. */
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
   * What was decided about a stream when it was opened.
   *
   * @param staleStart the revision that it begins with; nothing for what is at hand
   * @param failure what it says instead of everything; null if it says what happens
   * @param length after how many events it ends, initial ones not counted
   * @param endDelay how long after its time the end of the initial events is told
   */
  record StreamPlan(
      WatchRequest request,
      OptionalLong staleStart,
      @Nullable ApiException failure,
      long length,
      Duration endDelay) {}
}
