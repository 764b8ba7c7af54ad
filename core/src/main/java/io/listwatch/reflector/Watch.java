package io.listwatch.reflector;

import io.listwatch.model.WatchEvent;
import org.jspecify.annotations.Nullable;

/**
 * An open stream of what happens to a collection, in order.
 *
 * <p>Threads: one thread reads; {@link #wakeUp}, {@link #abandon} and {@link #close} may be called
 * from any thread, any number of times, and never wait. A watch knows no time: who wants to stop
 * waiting wakes it up.
 */
public interface Watch extends AutoCloseable {
  /**
   * Waits for the next event.
   *
   * @return the event; null if there is none because {@link #wakeUp} was called or the stream has
   *     {@link #ended}
   * @throws io.listwatch.model.ApiException if the stream broke or the server reported an error; it
   *     has then ended
   */
  @Nullable WatchEvent next() throws InterruptedException;

  /** Whether there will be no more events: everything was read and the stream is over or closed. */
  boolean ended();

  /** Makes a waiting {@link #next}, or else the following one, return null if it has no event. */
  void wakeUp();

  /**
   * Ends a stream on which nothing came though something should have. Whatever it came through may
   * be dead, and is better not used for the next one.
   */
  default void abandon() {
    close();
  }

  /** Ends the stream. Events that were not read yet are dropped. */
  @Override
  void close();
}
