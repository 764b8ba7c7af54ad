package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.BodySizes;
import io.listwatch.server.http.interference.StreamHandle;
import io.listwatch.server.http.interference.StreamInterference;
import io.listwatch.server.http.interference.StreamInterference.Passage;
import io.listwatch.server.http.interference.WatchSource;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.time.Timers;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Sends frames as a {@link StreamInterference} decides: one after the other, delayed and in pieces.
 * While no fault is active, frames are joined as they would be without it.
 *
 * <pre>
 *   frames ──▶ waiting ──may pass──▶ piece, pause, piece ──▶ the sink
 *                  └──stalled──▶ until the interference wakes it
 * </pre>
 *
 * <p>Threads: those of the sink that it writes to. Any thread may call the methods of {@link
 * StreamHandle}.
 */
final class InterferedFrames implements FrameSink, StreamHandle {
  private final FrameSink sink;
  private final EventLoop loop;
  private final Timers timers;
  private final StreamInterference interference;

  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long size;
  private ByteArrayOutputStream current = new ByteArrayOutputStream();
  private CompletableFuture<Void> sent = new CompletableFuture<>();

  /** True while a frame is being sent. */
  private boolean busy;

  /** True if the stream ends once no frame is waiting. */
  private boolean ending;

  private boolean over;

  InterferedFrames(
      FrameSink sink,
      EventLoop loop,
      Timers timers,
      Function<StreamHandle, StreamInterference> join) {
    this.sink = sink;
    this.loop = loop;
    this.timers = timers;
    this.interference = join.apply(this);
    AfterStage.run(sink.gone(), loop, this::stop);
  }

  ResourceWatch open(WatchSource source, Runnable onReadable) {
    return interference.open(source, onReadable);
  }

  @Override
  public HttpResponse response() {
    return sink.response();
  }

  @Override
  public OutputStream frame() {
    current = new ByteArrayOutputStream();
    return current;
  }

  @Override
  public void endFrame() {
    waiting.add(current.toByteArray());
    size += current.size();
  }

  @Override
  public void endPart() {
    throw new IllegalStateException("frames are cut into parts here, not before");
  }

  @Override
  public void dropFrame() {
    current = new ByteArrayOutputStream();
  }

  @Override
  public boolean full() {
    return size >= BodySizes.WRITE_SIZE;
  }

  @Override
  public boolean pending() {
    return !waiting.isEmpty();
  }

  @Override
  public void send() {
    sent = new CompletableFuture<>();
    pass();
  }

  @Override
  public long unshared() {
    return size + sink.unshared();
  }

  @Override
  public CompletableFuture<Void> consumed() {
    return sent;
  }

  @Override
  public void end() {
    ending = true;
    pass();
  }

  /** Sends the next frame if there is one and it may pass. */
  private void pass() {
    if (over || busy || interference.stalled()) {
      return;
    }
    if (interference.idle()) {
      join();
    }
    if (sink.pending()) {
      busy = true;
      sink.send();
      AfterStage.run(sink.consumed(), loop, this::passedAll);
    } else if (!waiting.isEmpty()) {
      busy = true;
      pass(interference.altered(take()), 0, interference.next());
    } else if (ending) {
      stop();
      sink.end();
    } else {
      sent.complete(null);
    }
  }

  private byte[] take() {
    byte[] frame = waiting.remove();
    size -= frame.length;
    return frame;
  }

  /** Writes the waiting frames, up to the size of one write. */
  private void join() {
    while (!waiting.isEmpty() && !sink.full()) {
      byte[] frame = take();
      write(frame, 0, frame.length);
    }
  }

  private void passedAll() {
    busy = false;
    pass();
  }

  /** Sends one part of a frame, then schedules the rest. */
  private void pass(byte[] frame, int part, Passage passage) {
    int parts = Math.max(1, Math.min(passage.parts(), frame.length));
    int from = (int) ((long) frame.length * part / parts);
    int to = (int) ((long) frame.length * (part + 1) / parts);
    write(frame, from, to);
    sink.send();
    AfterStage.run(sink.consumed(), loop, () -> passed(frame, part + 1, parts, passage));
  }

  private void write(byte[] frame, int from, int to) {
    try {
      sink.frame().write(frame, from, to - from);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (to < frame.length) {
      sink.endPart();
    } else {
      sink.endFrame();
    }
  }

  private void passed(byte[] frame, int part, int parts, Passage passage) {
    if (over) {
      return;
    }
    if (passage.breaksOff()) {
      breakOff();
    } else if (part < parts) {
      after(passage.pause(), () -> pass(frame, part, passage));
    } else {
      passedAll();
    }
  }

  private void after(Duration pause, Runnable task) {
    timers.schedule(
        pause,
        () ->
            loop.execute(
                () -> {
                  if (!over) {
                    task.run();
                  }
                }));
  }

  @Override
  public Executor loop() {
    return loop;
  }

  @Override
  public void wake() {
    loop.execute(this::pass);
  }

  @Override
  public void drop() {
    loop.execute(this::breakOff);
  }

  private void breakOff() {
    if (!over) {
      stop();
      sink.release();
      sink.response().abort();
    }
  }

  @Override
  public void release() {
    stop();
    sink.release();
  }

  private void stop() {
    if (!over) {
      over = true;
      waiting.clear();
      interference.closed();
    }
  }

  @Override
  public CompletableFuture<Void> gone() {
    return sink.gone();
  }
}
