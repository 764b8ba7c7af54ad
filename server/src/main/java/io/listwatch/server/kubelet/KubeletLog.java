package io.listwatch.server.kubelet;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/** The log of a container while it arrives. The caller subscribes to it and closes it. */
public final class KubeletLog implements AutoCloseable {
  private final Flow.Publisher<List<ByteBuffer>> body;
  private final Runnable release;
  private final AtomicBoolean open = new AtomicBoolean(true);

  KubeletLog(Flow.Publisher<List<ByteBuffer>> body, Runnable release) {
    this.body = body;
    this.release = release;
  }

  /** Sends the bytes to a subscriber, as fast as it requests them. */
  public void subscribe(Flow.Subscriber<List<ByteBuffer>> subscriber) {
    body.subscribe(subscriber);
  }

  /**
   * Ends the use of this log, so that another one can be read. The subscriber cancels its
   * subscription itself.
   */
  @Override
  public void close() {
    if (open.getAndSet(false)) {
      release.run();
    }
  }
}
