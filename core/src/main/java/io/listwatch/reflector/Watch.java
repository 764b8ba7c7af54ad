package io.listwatch.reflector;

import io.listwatch.model.WatchEvent;
import org.jspecify.annotations.Nullable;

/**
 * An open stream of a collection's changes, in order.
 *
 * <p>Threads: one thread reads; {@link #wakeUp}, {@link #abandon} and {@link #close} may be called
 * from any thread, any number of times, and never block. A watch has no timeout of its own: to stop
 * waiting, wake it up.
 */
public interface Watch extends AutoCloseable {
  /**
   * Blocks until the next event.
   *
   * @return the event; null if there is none because {@link #wakeUp} was called or the stream has
   *     {@link #ended}
   * @throws io.listwatch.model.ApiException if the stream broke or the server reported an error; it
   *     has then ended
   */
  @Nullable WatchEvent next() throws InterruptedException;

  /** True if there will be no more events: everything was read and the stream is over or closed. */
  boolean ended();

  /** True if the source may send deltas on this stream. */
  default boolean sendsDeltas() {
    return false;
  }

  /** Makes a blocked {@link #next}, or else the following one, return null if it has no event. */
  void wakeUp();

  /**
   * Ends a stream that was silent for too long. Its connection may be dead and should not be reused
   * for the next one.
   */
  default void abandon() {
    close();
  }

  /** Ends the stream. Events that were not read yet are dropped. */
  @Override
  void close();
}
