package io.listwatch.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A lease as an API server would store it, which fails on demand. Thread-safe. */
final class FakeLease implements LeaseLock {
  @GuardedBy("this")
  private final List<Lease> written = new ArrayList<>();

  @GuardedBy("this")
  private @Nullable Lease lease;

  @GuardedBy("this")
  private long revision;

  private volatile boolean unreachable;
  private volatile boolean responsesAreLost;
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private final CountDownLatch stuck = new CountDownLatch(1);

  // ---- changes by the test

  /** Writes a lease as another client, replacing any existing one. */
  synchronized Lease put(String holder, Duration duration, Instant time, long transitions) {
    return store(new Lease(holder, duration, time, time, transitions, ResourceVersion.UNSET));
  }

  /** Writes the lease as another client without changing it. */
  synchronized void touch() {
    if (lease != null) {
      store(lease);
    }
  }

  synchronized void delete() {
    lease = null;
  }

  void unreachable(boolean newUnreachable) {
    unreachable = newUnreachable;
  }

  /** Makes writes take effect but report a failure. */
  void loseResponses(boolean newResponsesAreLost) {
    responsesAreLost = newResponsesAreLost;
  }

  /** Makes every call block until it is interrupted. */
  void hang() {
    gate = new CountDownLatch(1);
  }

  /** Waits until a call blocks. */
  void awaitHanging() throws InterruptedException {
    stuck.await();
  }

  // ---- checks by the test

  synchronized Lease current() {
    return Optional.ofNullable(lease).orElseThrow();
  }

  synchronized List<Lease> written() {
    return List.copyOf(written);
  }

  // ---- the lock

  @Override
  public Optional<Lease> read() throws InterruptedException {
    arrive();
    synchronized (this) {
      return Optional.ofNullable(lease);
    }
  }

  @Override
  public Lease write(Lease next) throws InterruptedException {
    arrive();
    Lease stored = compareAndStore(next);
    if (responsesAreLost) {
      throw new UnavailableException("the connection broke");
    }
    return stored;
  }

  private void arrive() throws InterruptedException {
    if (gate.getCount() > 0) {
      stuck.countDown();
    }
    gate.await();
    if (unreachable) {
      throw new UnavailableException("connection refused");
    }
  }

  private synchronized Lease compareAndStore(Lease next) {
    if (lease != null && next.version().isUnset()) {
      throw new AlreadyExistsException(Status.of(StatusReason.ALREADY_EXISTS, name()));
    }
    if (!next.version().equals(lease == null ? ResourceVersion.UNSET : lease.version())) {
      throw new ConflictException(Status.of(StatusReason.CONFLICT, name()));
    }
    written.add(next);
    return store(next);
  }

  @GuardedBy("this")
  private Lease store(Lease next) {
    lease =
        new Lease(
            next.holder(),
            next.duration(),
            next.acquired(),
            next.renewed(),
            next.transitions(),
            ResourceVersion.of(++revision));
    return lease;
  }

  @Override
  public String name() {
    return "lease";
  }
}
