package io.listwatch.server.http.watch;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.encoding.EventEncoder;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.resource.EventBudget;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchPosition;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.Timers;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch on its way to its client. The event loop of the connection drains it as fast as the
 * client reads.
 *
 * <pre>
 *   readable ──▶ drain: poll, frame, join up to one write ──▶ send
 *                  ▲            │                               │
 *                  ├────────────┘ a worker encodes a long event │
 *                  └── once that is consumed, if there is more ─┘
 *   deadline, shutdown, end of the watch ──▶ end: clean, after what has been framed
 *   client gone ──▶ close: at once
 *   no initial event read for a minute, or too many bytes unread by all clients ──▶ disconnect
 * </pre>
 *
 * <p>Threads: the event loop; a worker encodes a long event. {@link #endSoon} and {@link
 * #disconnectSoon} may be called by any thread.
 */
final class WatchStream implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(WatchStream.class);

  /** A last bookmark is sent this long before the end, so that the client can resume from it. */
  private static final Duration LAST_BOOKMARK = Duration.ofSeconds(2);

  /**
   * Some clients treat a stream that ends sooner without an event as if its version had expired.
   */
  private static final Duration SHORTEST = Duration.ofMillis(2_100);

  /**
   * A client that reads nothing for this long while it is sent initial events is disconnected: its
   * watch keeps a whole snapshot in memory, or reads pages of storage. A client that is slow later
   * loses its place in the bounded window instead.
   */
  private static final Duration MAX_STALL = Duration.ofSeconds(60);

  /** A worker encodes events of longer objects. */
  private static final int MAX_ON_EVENT_LOOP = 64 << 10;

  /**
   * After a smaller last write the stream does not wait for its client. With thousands of watches,
   * that would cost as much as an event.
   */
  private static final long MIN_AWAITED = 16 << 10;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NOT_BLOCKED = Long.MAX_VALUE;

  private final FrameSink sink;
  private final EventEncoder encoder;
  private final EventLoop loop;
  private final Workers workers;
  private final Timers timers;
  private final StreamAlarms alarms;
  private final OpenWatches openWatches;

  /** The bytes that only this watch holds, while it waits for its client. */
  private final EventBudget.Share unread;

  private final Duration bookmarkPeriod;
  private final ResourceWatch watch;
  private final long started;

  /** Null for a stream that no request has opened. */
  private @Nullable WatchOrigin origin;

  private final FrameCount framed = new FrameCount();

  /** True once an event has been sent. */
  private boolean eventSent;

  /** True if there may be an event to poll. */
  private boolean readable;

  /** True if the last write may not have been consumed yet. */
  private boolean underway;

  /**
   * The time since which the stream waits for its client to consume the last write; {@link
   * #NOT_BLOCKED} if it does not. Written by the event loop.
   */
  private volatile long blockedSince = NOT_BLOCKED;

  /** True while a worker encodes an event, which comes after all that was framed before. */
  private boolean encoding;

  /** True if the deadline has passed and the stream ends after one more event. */
  private boolean due;

  private boolean over;

  /** Called once, when the initial events are over. */
  private @Nullable Runnable onInitialized;

  /** Set while a write of initial events is not consumed. */
  private StreamAlarms.@Nullable Alarm stallAlarm;

  /**
   * Creates a stream that has not started.
   *
   * @param onInitialized called once the initial events have been framed, or the stream has ended
   * @param opening opens the watch; its argument is to be called when the watch can be polled
   */
  WatchStream(
      FrameSink sink,
      EventEncoder encoder,
      EventLoop loop,
      Workers workers,
      Timers timers,
      OpenWatches openWatches,
      Duration bookmarkPeriod,
      Runnable onInitialized,
      Function<Runnable, ResourceWatch> opening) {
    this.sink = sink;
    this.encoder = encoder;
    this.loop = loop;
    this.workers = workers;
    this.timers = timers;
    this.alarms = new StreamAlarms(timers, loop);
    this.openWatches = openWatches;
    this.unread = openWatches.events().open(this::disconnectSoon);
    this.bookmarkPeriod = bookmarkPeriod;
    this.onInitialized = onInitialized;
    this.started = timers.nanoTime();
    this.watch = opening.apply(this);
  }

  /**
   * Sets the request that opened the watch. Called before {@link #begin}.
   *
   * @param counter counts events and bookmarks, once for each write
   */
  void openedBy(WatchOrigin request, Metrics.Counter counter) {
    origin = request;
    framed.reportTo(counter);
  }

  /**
   * Returns the type that is watched; null if no request opened the watch. Called by any thread.
   */
  @Nullable ResourceType type() {
    return origin == null ? null : origin.type();
  }

  /** True if the user, the {@code User-Agent} or the address contains a text. Any thread. */
  boolean isOf(String client) {
    return origin != null && origin.isOf(client);
  }

  /**
   * Returns the time since which the stream waits for its client, in nanoseconds of the timers;
   * {@link #NOT_BLOCKED} if it does not wait. Called by any thread.
   */
  long blockedSince() {
    return blockedSince;
  }

  /** Describes the watch, on its loop. Completes with an empty object if the loop has stopped. */
  CompletableFuture<JsonObject> describe() {
    try {
      return CompletableFuture.supplyAsync(this::description, loop);
    } catch (RejectedExecutionException stopped) {
      return CompletableFuture.completedFuture(new JsonObject());
    }
  }

  private JsonObject description() {
    var json = new JsonObject();
    if (origin != null) {
      origin.describe(json);
    }
    WatchPosition position = watch.position();
    return json.put("stage", position.stage().name().toLowerCase(Locale.ROOT))
        .put("position", position.version())
        .put("blocked", waiting())
        .put("events", framed.events())
        .put("deltas", encoder.deltasSent())
        .put("bytes", framed.bytes())
        .put("ageMillis", (timers.nanoTime() - started) / NANOS_PER_MILLI);
  }

  /**
   * Starts to send the events of the watch.
   *
   * @param timeout time until the end; zero or less to end as soon as possible
   * @throws TooManyRequestsException if the watch cannot start yet, before anything is sent
   */
  void begin(Duration timeout) {
    AfterStage.run(sink.gone(), loop, this::close);
    if (!frameFirst()) {
      end();
      return;
    }
    openWatches.add(this);
    bookmarkRegularly();
    alarms.after(timeout.minus(LAST_BOOKMARK), watch::requestBookmark);
    alarms.after(timeout, this::deadline);
    drain();
  }

  /**
   * Polls before anything is sent, so that a server that is not ready can respond with an error
   * status.
   */
  private boolean frameFirst() {
    try {
      openWatches.checkOpen();
      WatchEvent first = watch.poll();
      if (first != null) {
        frameOrEncode(first);
      }
      return true;
    } catch (TooManyRequestsException e) {
      over = true;
      watch.close();
      sink.release();
      sink.response().abort(e);
      throw e;
    } catch (RuntimeException e) {
      frameFailure(e);
      return false;
    }
  }

  private void bookmarkRegularly() {
    alarms.after(
        bookmarkPeriod,
        () -> {
          watch.requestBookmark();
          bookmarkRegularly();
        });
  }

  private void deadline() {
    long left = SHORTEST.toNanos() - (timers.nanoTime() - started);
    if (eventSent || left <= 0) {
      end();
      return;
    }
    due = true;
    watch.requestBookmark();
    alarms.after(Duration.ofNanos(left), this::end);
  }

  /** Called when the watch can be polled. */
  @Override
  public void run() {
    readable = true;
    drain();
  }

  /**
   * Sends the pending events. Checks whether the last write has been consumed only when there is a
   * next one: with thousands of watches, another task for each would cost as much as an event.
   */
  private void drain() {
    if (over || waiting() || encoding) {
      return;
    }
    CompletableFuture<Void> last = underway ? lastWrite() : null;
    if (last != null && !last.isDone()) {
      goOnAfter(last);
    } else if (!fill() || (due && eventSent)) {
      end();
    } else {
      if (!watch.initializing() && !encoding) {
        initialized();
      }
      send();
    }
  }

  private void send() {
    if (sink.pending()) {
      sink.send();
      framed.report();
      underway = true;
      boolean more = readable || sink.pending();
      if (!encoding && (more || sink.unshared() >= MIN_AWAITED)) {
        goOnAfter(lastWrite());
      }
    }
  }

  /** Completes when the stream may send more. */
  private CompletableFuture<Void> lastWrite() {
    return sink.unshared() >= MIN_AWAITED ? sink.sent() : sink.consumed();
  }

  private void initialized() {
    Runnable listener = onInitialized;
    onInitialized = null;
    if (listener != null) {
      listener.run();
    }
  }

  private boolean waiting() {
    return blockedSince != NOT_BLOCKED;
  }

  private void goOnAfter(CompletableFuture<Void> consumed) {
    blockedSince = timers.nanoTime();
    if (!consumed.isDone()) {
      unread.set(sink.unshared());
      if (watch.hasInitialEvents()) {
        stallAlarm = alarms.after(MAX_STALL, this::disconnectStalled);
      }
    }
    AfterStage.runOn(loop, consumed, this::goOn);
  }

  private void goOn() {
    underway = false;
    blockedSince = NOT_BLOCKED;
    if (!over) {
      unread.set(0);
    }
    if (stallAlarm != null) {
      stallAlarm.cancel();
      stallAlarm = null;
    }
    drain();
  }

  private void disconnectStalled() {
    log.info("a watch is closed: its client read no initial events for {}", MAX_STALL);
    disconnect();
  }

  /** Drops the bytes that the client does not read. Called by any thread. */
  private void disconnectSoon() {
    // The loop drops them in a moment. Until then they must not cost another watch its place.
    unread.set(0);
    log.info("a watch is closed: its client does not read, and too many events wait for clients");
    try {
      loop.execute(this::disconnect);
    } catch (RejectedExecutionException stopped) {
      // The loop has stopped, and the stream with it.
    }
  }

  private void disconnect() {
    close();
    sink.response().abort();
  }

  /** Frames pending events, up to one write. Returns false if the watch has ended. */
  private boolean fill() {
    // Reset before the poll: an event that arrives during the poll must set it again.
    readable = false;
    try {
      while (!sink.full()) {
        WatchEvent event = watch.poll();
        if (event == null) {
          return !watch.ended();
        }
        frameOrEncode(event);
        if (encoding) {
          return true;
        }
      }
      readable = true;
      return true;
    } catch (RuntimeException e) {
      frameFailure(e);
      return false;
    }
  }

  private void frameOrEncode(WatchEvent event) {
    Resource object = event.resource();
    if (object == null || object.size() <= MAX_ON_EVENT_LOOP) {
      frame(event);
      return;
    }
    encoding = true;
    boolean initial = watch.holdsSnapshot();
    AfterStage.whenComplete(
        workers.supplyEvenIfFull(() -> encode(event, initial)), loop, this::encoded);
  }

  /** Encodes a long event. Threads: a worker, while the event loop does not use the encoder. */
  private PackedFrame encode(WatchEvent event, boolean initial) {
    byte[] shared = encoder.shared(event, initial);
    if (shared != null) {
      return new PackedFrame(shared, null);
    }
    var out = new ByteArrayOutputStream();
    encoder.write(event, out);
    byte[] frame = out.toByteArray();
    return new PackedFrame(frame, sink.pack(frame));
  }

  private void encoded(@Nullable PackedFrame packed, @Nullable Throwable failure) {
    encoding = false;
    if (over) {
      return;
    }
    if (packed == null) {
      frameFailure(
          failure instanceof RuntimeException known ? known : new IllegalStateException(failure));
      end();
      return;
    }
    if (packed.bytes == null) {
      sink.add(packed.frame);
    } else {
      sink.addPacked(packed.frame, packed.bytes);
    }
    framed.add(packed.frame.length);
    eventSent = true;
    readable = true;
    drain();
  }

  private void frame(WatchEvent event) {
    byte[] shared = encoder.shared(event, watch.holdsSnapshot());
    if (shared != null) {
      sink.add(shared);
      framed.add(shared.length);
    } else {
      framed.add(write(event));
    }
    eventSent = true;
  }

  /** Frames an event, and returns the length of the frame. */
  private long write(WatchEvent event) {
    var counted = new CountedOutput(sink.frame());
    try {
      encoder.write(event, counted);
    } catch (RuntimeException e) {
      sink.dropFrame();
      throw e;
    }
    sink.endFrame();
    return counted.count();
  }

  private void frameFailure(RuntimeException failure) {
    if (!(failure instanceof ApiException)) {
      log.error("a watch failed", failure);
    }
    encoder.writeError(Failures.statusOf(failure), sink.frame());
    sink.endFrame();
    eventSent = true;
  }

  /** Ends the stream cleanly. */
  void endSoon() {
    loop.execute(this::end);
  }

  private void end() {
    if (!over) {
      stop();
      chargeRest();
      sink.end();
      framed.report();
    }
  }

  /** Charges the bytes that the client has not read, until the stream is gone. */
  private void chargeRest() {
    if (waiting() || sink.pending()) {
      unread.set(sink.unshared());
    }
  }

  /** Releases the watch: the client has disconnected, or the stream has ended. */
  private void close() {
    unread.set(0);
    if (!over) {
      stop();
      sink.release();
    }
  }

  private void stop() {
    over = true;
    initialized();
    openWatches.remove(this);
    alarms.cancelAll();
    watch.close();
  }

  /**
   * A long frame.
   *
   * @param bytes the bytes that are sent for it; null for a frame that other watches share
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record PackedFrame(byte[] frame, byte @Nullable [] bytes) {}
}
