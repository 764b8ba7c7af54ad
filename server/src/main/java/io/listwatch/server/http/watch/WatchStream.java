package io.listwatch.server.http.watch;

import io.listwatch.model.ApiException;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.http.encoding.EventEncoder;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.time.Timers;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
 *                  ▲                                            │
 *                  └── once that is consumed, if there is more ─┘
 *   deadline, shutdown, end of the watch ──▶ end: clean, after what has been framed
 *   client gone ──▶ close: at once
 *   no initial event read for a minute ──▶ disconnect
 * </pre>
 *
 * <p>Threads: the event loop. {@link #endSoon} may be called by any thread.
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
   * watch keeps a whole snapshot in memory. A client that is slow later loses its place in the
   * bounded window instead.
   */
  private static final Duration MAX_STALL = Duration.ofSeconds(60);

  private final FrameSink sink;
  private final EventEncoder encoder;
  private final EventLoop loop;
  private final Timers timers;
  private final OpenWatches openWatches;
  private final Duration bookmarkPeriod;
  private final ResourceWatch watch;
  private final long started;

  private final Set<Alarm> alarms = new HashSet<>();

  /** True once an event has been sent. */
  private boolean eventSent;

  /** True if there may be an event to poll. */
  private boolean readable;

  /** True if the last write may not have been consumed yet. */
  private boolean underway;

  /** True if the stream continues once the last write is consumed. */
  private boolean waiting;

  /** True if the deadline has passed and the stream ends after one more event. */
  private boolean due;

  private boolean over;

  /** Called once, when the initial events are over. */
  private @Nullable Runnable onInitialized;

  /** Set while a write of initial events is not consumed. */
  private @Nullable Alarm stallAlarm;

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
      Timers timers,
      OpenWatches openWatches,
      Duration bookmarkPeriod,
      Runnable onInitialized,
      Function<Runnable, ResourceWatch> opening) {
    this.sink = sink;
    this.encoder = encoder;
    this.loop = loop;
    this.timers = timers;
    this.openWatches = openWatches;
    this.bookmarkPeriod = bookmarkPeriod;
    this.onInitialized = onInitialized;
    this.started = timers.nanoTime();
    this.watch = opening.apply(this);
  }

  /**
   * Starts to send the events of the watch.
   *
   * @param timeout time until the end; zero or less to end as soon as possible
   * @throws TooManyRequestsException if the watch cannot start yet, before anything is sent
   */
  void begin(Duration timeout) {
    if (!frameFirst()) {
      end();
      return;
    }
    openWatches.add(this);
    AfterStage.run(sink.gone(), loop, this::close);
    bookmarkRegularly();
    after(timeout.minus(LAST_BOOKMARK), watch::requestBookmark);
    after(timeout, this::deadline);
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
        frame(first);
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
    after(
        bookmarkPeriod,
        () -> {
          watch.requestBookmark();
          bookmarkRegularly();
        });
  }

  private Alarm after(Duration delay, Runnable task) {
    var alarm = new Alarm(task);
    alarms.add(alarm);
    alarm.timer = timers.schedule(delay, () -> loop.execute(alarm));
    return alarm;
  }

  private void deadline() {
    long left = SHORTEST.toNanos() - (timers.nanoTime() - started);
    if (eventSent || left <= 0) {
      end();
      return;
    }
    due = true;
    watch.requestBookmark();
    after(Duration.ofNanos(left), this::end);
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
    if (over || waiting) {
      return;
    }
    CompletableFuture<Void> last = underway ? sink.consumed() : null;
    if (last != null && !last.isDone()) {
      goOnAfter(last);
    } else if (!fill() || (due && eventSent)) {
      end();
    } else {
      if (!watch.initializing()) {
        initialized();
      }
      send();
    }
  }

  private void send() {
    if (sink.pending()) {
      sink.send();
      underway = true;
      if (readable || sink.pending()) {
        goOnAfter(sink.consumed());
      }
    }
  }

  private void initialized() {
    Runnable listener = onInitialized;
    onInitialized = null;
    if (listener != null) {
      listener.run();
    }
  }

  private void goOnAfter(CompletableFuture<Void> consumed) {
    waiting = true;
    if (!consumed.isDone() && watch.holdsSnapshot()) {
      stallAlarm = after(MAX_STALL, this::disconnect);
    }
    AfterStage.runOn(loop, consumed, this::goOn);
  }

  private void goOn() {
    underway = false;
    waiting = false;
    if (stallAlarm != null) {
      stallAlarm.cancel();
      alarms.remove(stallAlarm);
      stallAlarm = null;
    }
    drain();
  }

  private void disconnect() {
    log.info("a watch is closed: its client read no initial events for {}", MAX_STALL);
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
        frame(event);
      }
      readable = true;
      return true;
    } catch (RuntimeException e) {
      frameFailure(e);
      return false;
    }
  }

  private void frame(WatchEvent event) {
    byte[] shared = encoder.shared(event, watch.holdsSnapshot());
    if (shared != null) {
      sink.add(shared);
    } else {
      write(event);
    }
    eventSent = true;
  }

  private void write(WatchEvent event) {
    try {
      encoder.write(event, sink.frame());
    } catch (RuntimeException e) {
      sink.dropFrame();
      throw e;
    }
    sink.endFrame();
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
      sink.end();
    }
  }

  /** Releases the watch: the client has disconnected, or the stream has ended. */
  private void close() {
    if (!over) {
      stop();
      sink.release();
    }
  }

  private void stop() {
    over = true;
    initialized();
    openWatches.remove(this);
    alarms.forEach(Alarm::cancel);
    alarms.clear();
    watch.close();
  }

  /** A timer that does nothing once the watch is closed. */
  private final class Alarm implements Runnable {
    private final Runnable task;
    private Timers.@Nullable Timer timer;

    Alarm(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (alarms.remove(this)) {
        task.run();
      }
    }

    void cancel() {
      if (timer != null) {
        timer.cancel();
      }
    }
  }
}
