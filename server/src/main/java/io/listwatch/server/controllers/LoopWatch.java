package io.listwatch.server.controllers;

import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.Watch;
import io.listwatch.server.resource.ResourceWatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Adapts an event-loop {@link ResourceWatch} to the blocking {@link Watch} that a reflector needs.
 * The reading thread runs the loop's tasks while it waits.
 */
final class LoopWatch implements Watch {
  private final ReaderLoop loop;
  private final ResourceWatch watch;
  private final AtomicBoolean woken = new AtomicBoolean();
  private volatile boolean closed;

  LoopWatch(ReaderLoop loop, ResourceWatch watch) {
    this.loop = loop;
    this.watch = watch;
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    while (true) {
      loop.run();
      WatchEvent event = closed ? null : watch.poll();
      if (event != null || ended() || woken.getAndSet(false)) {
        return event;
      }
      loop.await();
    }
  }

  @Override
  public boolean ended() {
    return closed || watch.ended();
  }

  @Override
  public void wakeUp() {
    woken.set(true);
    loop.execute(() -> {});
  }

  @Override
  public void close() {
    closed = true;
    watch.close();
    loop.execute(() -> {});
  }
}
