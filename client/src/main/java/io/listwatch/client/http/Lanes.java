package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Spreads exchanges over several of the JDK's HTTP clients, each of which has one HTTP/2 connection
 * to the server, whose limit of streams an exchange too many would run into. The first exchange of
 * each goes ahead, so that the others find its connection.
 *
 * <p>Thread-safe. The lock is held while a client is made, which waits for nobody.
 */
final class Lanes {
  /** Servers allow 100 streams of a connection or more; half of that leaves room for leavers. */
  static final int MAX_EXCHANGES = 50;

  private final Supplier<HttpClient> clients;
  private final boolean shared;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final List<Lane> lanes = new ArrayList<>();

  /**
   * @param shared whether exchanges of one client share a connection, as over HTTP/2
   */
  Lanes(Supplier<HttpClient> clients, boolean shared) {
    this.clients = clients;
    this.shared = shared;
  }

  /** A place for one exchange. */
  Place enter() {
    lock.lock();
    try {
      Lane lane =
          lanes.stream().filter(each -> each.exchanges < MAX_EXCHANGES).findFirst().orElse(null);
      boolean first = lane == null;
      if (lane == null) {
        lane = new Lane(clients.get());
        lanes.add(lane);
      }
      lane.exchanges++;
      return new Place(lane, first);
    } finally {
      lock.unlock();
    }
  }

  /** The first lane stays; a client that nobody has any more ends by itself. */
  private void leave(Lane lane) {
    lock.lock();
    try {
      lane.exchanges--;
      if (lane.exchanges == 0 && lanes.size() > 1) {
        lanes.remove(lane);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Nobody new enters; those who are on it leave by themselves. */
  private void retire(Lane lane) {
    lock.lock();
    try {
      lanes.remove(lane);
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return lanes.size();
    } finally {
      lock.unlock();
    }
  }

  /** Its count changes with the lock held. */
  private static final class Lane {
    private final HttpClient client;

    /** Completed when the first exchange has been answered or has failed. */
    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    private int exchanges;

    private Lane(HttpClient client) {
      this.client = client;
    }
  }

  /** One exchange's place, left once however often that is said. */
  final class Place implements AutoCloseable {
    private final Lane lane;
    private final boolean first;
    private final AtomicBoolean left = new AtomicBoolean();

    private Place(Lane lane, boolean first) {
      this.lane = lane;
      this.first = first;
    }

    /**
     * Completes when it is this exchange's turn: at once for the first of a lane, for the others
     * when that has been answered. Until a connection is there the JDK's client would make one for
     * each of them.
     */
    CompletableFuture<Void> turn() {
      return first || !shared ? CompletableFuture.completedFuture(null) : lane.opened.copy();
    }

    /** This exchange has been answered, or has failed. */
    void answered() {
      lane.opened.complete(null);
    }

    HttpClient client() {
      return lane.client;
    }

    /**
     * Nothing came though something should have. The connection may be dead without anyone having
     * said so, and the JDK's client would use it on: nobody else is to find out the same way.
     */
    void silent() {
      retire(lane);
    }

    @Override
    public void close() {
      if (!left.getAndSet(true)) {
        answered();
        leave(lane);
      }
    }
  }
}
