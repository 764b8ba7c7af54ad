package io.listwatch.bench;

import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source that serves prepared bytes: a list, and frames as they are handed to it. Each frame is
 * parsed on the reading thread, as in a real client.
 */
final class FrameSource implements ListerWatcher {
  private static final byte[] WAKE_UP = new byte[0];

  private final Supplier<List<byte[]>> objects;
  private final BlockingQueue<byte[]> frames = new LinkedBlockingQueue<>(1 << 16);

  /**
   * @param objects supplies the objects of each list anew, so that this source retains none of them
   */
  FrameSource(Supplier<List<byte[]>> objects) {
    this.objects = objects;
  }

  void send(byte[] frame) throws InterruptedException {
    frames.put(frame);
  }

  @Override
  public boolean streamsInitialEvents() {
    return false;
  }

  /** Returns the items of a page in one shared array, as a client receives them. */
  @Override
  public ResourceList list(ListOptions options) {
    byte[] page = Json.list(objects.get(), ResourceVersion.of(1_000_000));
    return ResourceReader.PLAIN.list(page, 0, page.length);
  }

  @Override
  public Watch watch(WatchOptions options) {
    return new Frames();
  }

  private final class Frames implements Watch {
    private volatile boolean closed;

    @Override
    public @Nullable WatchEvent next() throws InterruptedException {
      byte[] frame = frames.take();
      return frame.length == 0 ? null : ResourceReader.PLAIN.event(frame, 0, frame.length);
    }

    @Override
    public boolean ended() {
      return closed;
    }

    @Override
    public void wakeUp() {
      boolean unused = frames.offer(WAKE_UP);
    }

    @Override
    public void close() {
      closed = true;
      wakeUp();
    }
  }
}
