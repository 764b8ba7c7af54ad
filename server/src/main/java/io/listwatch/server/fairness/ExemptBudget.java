package io.listwatch.server.fairness;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that exempt requests may take together. Exempt requests wait for no seats, so this
 * budget keeps them from exhausting the heap: a request beyond the budget waits. It is rejected if
 * the waiting requests would then take more bytes than the budget.
 *
 * <p>Thread-safe; no method blocks. Decisions are completed after the lock is released.
 */
final class ExemptBudget {
  private final long max;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Set<Place> waiting = new LinkedHashSet<>();

  @GuardedBy("lock")
  private long used;

  @GuardedBy("lock")
  private long queued;

  ExemptBudget(long max) {
    this.max = max;
  }

  /**
   * Admits a request once its bytes fit into the budget.
   *
   * @param admitted called at most once, on admission, without a lock
   */
  SeatRequest start(long bytes, Supplier<SeatRequest> admitted) {
    var place = new Place(bytes, admitted);
    boolean fits;
    boolean refused;
    lock.lock();
    try {
      fits = waiting.isEmpty() && fitsLocked(bytes);
      refused = !fits && queued + bytes > max;
      if (fits) {
        used += bytes;
        place.admitted = true;
      } else if (!refused) {
        waiting.add(place);
        queued += bytes;
      }
    } finally {
      lock.unlock();
    }
    if (fits) {
      place.admit();
    } else if (refused) {
      place.decision.complete(false);
    }
    return place;
  }

  /** A request that is larger than the budget is admitted alone. */
  @GuardedBy("lock")
  private boolean fitsLocked(long bytes) {
    return used == 0 || used + bytes <= max;
  }

  /** Returns the bytes of the requests that are executed. */
  long used() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the bytes of the requests that wait. */
  long queued() {
    lock.lock();
    try {
      return queued;
    } finally {
      lock.unlock();
    }
  }

  private void giveBack(Place place) {
    List<Place> next = new ArrayList<>();
    lock.lock();
    try {
      if (place.admitted) {
        place.admitted = false;
        used -= place.bytes;
        takeLocked(next);
      }
    } finally {
      lock.unlock();
    }
    next.forEach(Place::admit);
  }

  private void withdraw(Place place) {
    List<Place> next = new ArrayList<>();
    boolean waited;
    lock.lock();
    try {
      waited = waiting.remove(place);
      if (waited) {
        queued -= place.bytes;
        takeLocked(next);
      }
    } finally {
      lock.unlock();
    }
    if (waited) {
      place.decision.complete(false);
    }
    next.forEach(Place::admit);
  }

  @GuardedBy("lock")
  private void takeLocked(List<Place> next) {
    var places = waiting.iterator();
    while (places.hasNext()) {
      Place first = places.next();
      if (!fitsLocked(first.bytes)) {
        return;
      }
      places.remove();
      queued -= first.bytes;
      used += first.bytes;
      first.admitted = true;
      next.add(first);
    }
  }

  /** One request. The budget's lock guards {@code admitted}. */
  private final class Place implements SeatRequest {
    private final long bytes;
    private final Supplier<SeatRequest> inner;
    private final CompletableFuture<Boolean> decision = new CompletableFuture<>();
    private volatile @Nullable SeatRequest seats;
    private volatile boolean left;
    private boolean admitted;

    Place(long bytes, Supplier<SeatRequest> inner) {
      this.bytes = bytes;
      this.inner = inner;
    }

    /**
     * Starts the request in the exempt level, which admits it at once, and completes the decision.
     */
    void admit() {
      SeatRequest occupied = inner.get();
      seats = occupied;
      // Checked after the field was set: leave() sets the flag before it looks at the field.
      if (left) {
        occupied.leave();
      }
      decision.complete(true);
    }

    @Override
    public CompletionStage<Boolean> decision() {
      return decision;
    }

    @Override
    public void timeOut() {
      withdraw(this);
    }

    @Override
    public void leave() {
      left = true;
      withdraw(this);
      giveBack(this);
      SeatRequest occupied = seats;
      if (occupied != null) {
        occupied.leave();
      }
    }
  }
}
