package io.listwatch.controller;

import java.util.Optional;

/**
 * Where a {@link Lease} is kept so that all candidates see it: an object of an API server, or of a
 * test.
 *
 * <p>Called by one thread at a time. Calls may wait; an interrupt must end the wait, since that is
 * how a call which takes too long is cut off. Failures are {@link
 * io.listwatch.model.ApiException}s.
 *
 * <p>A lease is not to be deleted while there are candidates. Those who have seen it wait until it
 * has run out nevertheless, but one who has just begun takes it for the first there ever was.
 */
public interface LeaseLock {
  /** The lease as it is now, not as some cache has it; empty if there is none yet. */
  Optional<Lease> read() throws InterruptedException;

  /**
   * Writes the lease if what is written is still at {@code lease.version()}, or does not exist if
   * that is unset. A duration may be rounded up, never down; times to no more than microseconds.
   *
   * @return the lease as written
   * @throws io.listwatch.model.ApiException if somebody else has written meanwhile, or it failed;
   *     it may have been written all the same
   */
  Lease write(Lease lease) throws InterruptedException;

  /** For logs, metrics and threads. */
  String name();
}
