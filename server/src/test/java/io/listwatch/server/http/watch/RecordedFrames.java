package io.listwatch.server.http.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.armeria.common.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Records the frames of a watch instead of sending them. For one thread. */
final class RecordedFrames implements FrameSink {
  private final List<String> frames = new ArrayList<>();
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
  private final HttpResponse response = HttpResponse.streaming();
  private final CompletableFuture<Void> consumed = new CompletableFuture<>();
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private boolean ended;
  private boolean stalled;
  private long unshared;

  /** From now on the client reads nothing, and one frame fills a write. */
  void stall() {
    stalled = true;
  }

  /** The client has read everything, and goes on reading. */
  void resume() {
    stalled = false;
    unshared = 0;
    consumed.complete(null);
  }

  /** The client disconnects. */
  void disconnect() {
    gone.complete(null);
  }

  List<String> frames() {
    return frames;
  }

  /** True if the stream ended cleanly. */
  boolean ended() {
    return ended;
  }

  @Override
  public HttpResponse response() {
    return response;
  }

  @Override
  public OutputStream frame() {
    return frame;
  }

  @Override
  public long unshared() {
    return unshared;
  }

  @Override
  public void endFrame() {
    frames.add(frame.toString(UTF_8));
    unshared += frame.size();
    frame.reset();
  }

  @Override
  public void endPart() {
    endFrame();
  }

  @Override
  public void dropFrame() {
    frame.reset();
  }

  @Override
  public boolean full() {
    return stalled;
  }

  @Override
  public boolean pending() {
    return stalled;
  }

  @Override
  public void send() {}

  @Override
  public CompletableFuture<Void> consumed() {
    return stalled ? consumed : CompletableFuture.completedFuture(null);
  }

  @Override
  public void end() {
    ended = true;
  }

  @Override
  public void release() {}

  @Override
  public CompletableFuture<Void> gone() {
    return gone;
  }
}
