package io.listwatch.server.http.watch;

import io.listwatch.model.ApiException;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.http.encoding.EventEncoder;
import io.listwatch.server.http.exchange.Afterwards;
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
 * One watch on its way to its reader: drained by the event loop that owns the connection, as fast
 * as the reader reads.
 *
 * <pre>
 *   readable ──▶ drain: poll, frame, join up to one write ──▶ send
 *                  ▲                                            │
 *                  └── once that is consumed, if there is more ─┘
 *   deadline, shutdown, end of the watch ──▶ end: clean, after what has been framed
 *   reader gone ──▶ close: at once
 * </pre>
 *
 * <p>Threads: the event loop. {@link #endSoon} may be called by any.
 */
final class WatchStream implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(WatchStream.class);

  /** A last bookmark goes out this long before the end, to resume from. */
  private static final Duration LAST_BOOKMARK = Duration.ofSeconds(2);

  /** A stream that ends sooner without an event is taken for an expired version by a client. */
  private static final Duration SHORTEST = Duration.ofMillis(2_100);

  private final FrameSink sink;
  private final EventEncoder encoder;
  private final EventLoop loop;
  private final Timers timers;
  private final OpenWatches openWatches;
  private final Duration bookmarkPeriod;
  private final ResourceWatch watch;
  private final long started;

  private final Set<Alarm> alarms = new HashSet<>();

  /** Whether the reader has been told anything. */
  private boolean told;

  /** Whether there may be something to poll. */
  private boolean readable;

  /** Whether what was sent last may not have been consumed yet. */
  private boolean underway;

  /** Whether this goes on when it has been. */
  private boolean waiting;

  /** Whether the deadline has passed, and all that is missing is one event. */
  private boolean due;

  private boolean over;

  /**
   * A watch that has not begun.
   *
   * @param opening opens the watch, given what it is to call when it can be polled
   */
  WatchStream(
      FrameSink sink,
      EventEncoder encoder,
      EventLoop loop,
      Timers timers,
      OpenWatches openWatches,
      Duration bookmarkPeriod,
      Function<Runnable, ResourceWatch> opening) {
    this.sink = sink;
    this.encoder = encoder;
    this.loop = loop;
    this.timers = timers;
    this.openWatches = openWatches;
    this.bookmarkPeriod = bookmarkPeriod;
    this.started = timers.nanoTime();
    this.watch = opening.apply(this);
  }

  /**
   * Begins to send what the watch says.
   *
   * @param timeout when to end; not positive for as soon as possible
   * @throws TooManyRequestsException if the watch cannot begin yet; nothing has been sent then
   */
  void begin(Duration timeout) {
    if (!frameFirst()) {
      end();
      return;
    }
    openWatches.add(this);
    Afterwards.run(sink.gone(), loop, this::close);
    bookmarkRegularly();
    after(timeout.minus(LAST_BOOKMARK), watch::requestBookmark);
    after(timeout, this::deadline);
    drain();
  }

  /** Polls before anything is sent, so that a server that is not ready can say so by its status. */
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

  private void after(Duration delay, Runnable task) {
    var alarm = new Alarm(task);
    alarms.add(alarm);
    alarm.timer = timers.schedule(delay, () -> loop.execute(alarm));
  }

  private void deadline() {
    long left = SHORTEST.toNanos() - (timers.nanoTime() - started);
    if (told || left <= 0) {
      end();
      return;
    }
    due = true;
    watch.requestBookmark();
    after(Duration.ofNanos(left), this::end);
  }

  /** The watch can be polled. */
  @Override
  public void run() {
    readable = true;
    drain();
  }

  /**
   * Sends what there is. Whether the last write has been consumed is asked for the sake of the next
   * one and not before: among thousands of watches, coming back to each costs as much as an event.
   */
  private void drain() {
    if (over || waiting) {
      return;
    }
    CompletableFuture<Void> last = underway ? sink.consumed() : null;
    if (last != null && !last.isDone()) {
      goOnAfter(last);
    } else if (!fill() || (due && told)) {
      end();
    } else if (sink.pending()) {
      sink.send();
      underway = true;
      if (readable || sink.pending()) {
        goOnAfter(sink.consumed());
      }
    }
  }

  private void goOnAfter(CompletableFuture<Void> consumed) {
    waiting = true;
    Afterwards.runOn(loop, consumed, this::goOn);
  }

  private void goOn() {
    underway = false;
    waiting = false;
    drain();
  }

  /** Frames what there is, up to one write. Answers whether the watch goes on. */
  private boolean fill() {
    // Before it is polled: what comes meanwhile has to ask for another look.
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
    byte[] shared = encoder.shared(event);
    if (shared != null) {
      sink.add(shared);
    } else {
      write(event);
    }
    told = true;
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
    told = true;
  }

  /** Ends the stream in order. */
  void endSoon() {
    loop.execute(this::end);
  }

  private void end() {
    if (!over) {
      stop();
      sink.end();
    }
  }

  /** The reader has gone, or has been told everything. */
  private void close() {
    if (!over) {
      stop();
      sink.release();
    }
  }

  private void stop() {
    over = true;
    openWatches.remove(this);
    alarms.forEach(Alarm::cancel);
    alarms.clear();
    watch.close();
  }

  /** Something to be done later, unless the watch is over by then. */
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
