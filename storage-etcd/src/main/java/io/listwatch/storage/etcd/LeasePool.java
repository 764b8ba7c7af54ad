package io.listwatch.storage.etcd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.listwatch.storage.StorageClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Leases shared by keys that are written at about the same time with about the same lifetime,
 * because a lease costs etcd more than a key. A lease outlives the requested lifetime by at most a
 * minute, for sharing and rounding together.
 *
 * <p>Thread-safe. The lock is a leaf: leases are requested without it.
 */
final class LeasePool {
  /** Maximum number of keys for one lease; they are all deleted in one revision. */
  private static final int MAX_KEYS = 1_000;

  private static final long MAX_GRAIN = 30;

  /** The rounding is at most 1/{@value} of the lifetime. */
  private static final long GRAINS = 40;

  private final EtcdCalls calls;
  private final StorageClock clock;
  private final ReentrantLock lock = new ReentrantLock();

  /** Leases by their TTL in seconds. Those that are too old to be shared are dropped. */
  @GuardedBy("lock")
  private final Map<Long, Lease> leases = new HashMap<>();

  private static final class Lease {
    final CompletableFuture<Long> id = new CompletableFuture<>();
    final Instant since;
    final Instant until;
    int keys;

    Lease(Instant since, Instant until) {
      this.since = since;
      this.until = until;
    }

    boolean servesAt(Instant now) {
      return !now.isBefore(since)
          && !now.isAfter(until)
          && keys < MAX_KEYS
          && !id.isCompletedExceptionally();
    }
  }

  LeasePool(EtcdCalls calls, StorageClock clock) {
    this.calls = calls;
    this.clock = clock;
  }

  /** Returns the id of a lease for one key that lasts at least {@code duration}. */
  CompletableFuture<Long> lease(Duration duration) {
    // Reads the clock before the request, so that the lease ends later than calculated here, never
    // earlier.
    Instant now = clock.now();
    long seconds = duration.plusNanos(999_999_999).toSeconds();
    long grain = Math.max(1, Math.min(MAX_GRAIN, seconds / GRAINS));
    long ttl = (seconds + grain - 1) / grain * grain + grain;
    Lease lease;
    boolean isNew;
    lock.lock();
    try {
      leases.values().removeIf(old -> !old.servesAt(now));
      isNew = !leases.containsKey(ttl);
      lease = leases.computeIfAbsent(ttl, key -> new Lease(now, now.plusSeconds(grain)));
      lease.keys++;
    } finally {
      lock.unlock();
    }
    if (isNew) {
      grant(lease, ttl);
    }
    return lease.id;
  }

  private void grant(Lease lease, long ttl) {
    var request = LeaseGrantRequest.newBuilder().setTTL(ttl).build();
    // Safe to retry: a lease that was granted twice is not used and expires.
    Stages.forward(
        calls
            .call(channel -> LeaseGrpc.newFutureStub(channel).leaseGrant(request), true)
            .thenApply(LeaseGrantResponse::getID),
        lease.id);
  }

  /** Called when etcd no longer knows the lease. */
  void forget(long id) {
    lock.lock();
    try {
      leases
          .values()
          .removeIf(lease -> lease.id.isCompletedExceptionally() || lease.id.getNow(0L) == id);
    } finally {
      lock.unlock();
    }
  }
}
