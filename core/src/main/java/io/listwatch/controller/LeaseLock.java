package io.listwatch.controller;

import java.util.Optional;

/**
 * Stores a {@link Lease} where all candidates see it, usually as an object in an API server.
 *
 * <p>Called by one thread at a time. Calls may block; an interrupt must end them, because that is
 * how a call that takes too long is cancelled. Failures are {@link
 * io.listwatch.model.ApiException}s.
 *
 * <p>Do not delete the lease while there are candidates. Candidates that have seen it still wait
 * until it has expired, but a newly started one treats its absence as the first election.
 */
public interface LeaseLock {
  /** Reads the current lease, not a cached one; empty if there is none yet. */
  Optional<Lease> read() throws InterruptedException;

  /**
   * Writes the lease if the stored one is still at {@code lease.version()}, or does not exist if
   * that version is unset. A duration may be rounded up, never down; times must keep microseconds.
   *
   * @return the lease as written
   * @throws io.listwatch.model.ApiException if another client has written meanwhile, or if the
   *     write failed; it may have taken effect all the same
   */
  Lease write(Lease lease) throws InterruptedException;

  /** Returns the name for logs, metrics and threads. */
  String name();
}
