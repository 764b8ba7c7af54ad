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
  private boolean ended;
  private boolean stalled;

  /** From now on the client reads nothing, and one frame fills a write. */
  void stall() {
    stalled = true;
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
  public void endFrame() {
    frames.add(frame.toString(UTF_8));
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
    return stalled ? new CompletableFuture<>() : CompletableFuture.completedFuture(null);
  }

  @Override
  public void end() {
    ended = true;
  }

  @Override
  public void release() {}

  @Override
  public CompletableFuture<Void> gone() {
    return new CompletableFuture<>();
  }
}
