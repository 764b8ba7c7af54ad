package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Spreads exchanges over several of the JDK's HTTP clients, each of which has one HTTP/2 connection
 * to the server, whose limit of streams an exchange too many would run into.
 *
 * <p>Thread-safe. The lock is held while a client is made, which waits for nobody.
 */
final class Lanes {
  /** Servers allow 100 streams of a connection or more; half of that leaves room for leavers. */
  static final int MAX_EXCHANGES = 50;

  private final Supplier<HttpClient> clients;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final List<Lane> lanes = new ArrayList<>();

  Lanes(Supplier<HttpClient> clients) {
    this.clients = clients;
  }

  /** A place for one exchange. */
  Place enter() {
    lock.lock();
    try {
      Lane lane =
          lanes.stream().filter(each -> each.exchanges < MAX_EXCHANGES).findFirst().orElse(null);
      if (lane == null) {
        lane = new Lane(clients.get());
        lanes.add(lane);
      }
      lane.exchanges++;
      return new Place(lane);
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

  int size() {
    lock.lock();
    try {
      return lanes.size();
    } finally {
      lock.unlock();
    }
  }

  /** Changes with the lock held. */
  private static final class Lane {
    private final HttpClient client;
    private int exchanges;

    private Lane(HttpClient client) {
      this.client = client;
    }
  }

  /** One exchange's place, left once however often that is said. */
  final class Place implements AutoCloseable {
    private final Lane lane;
    private final AtomicBoolean left = new AtomicBoolean();

    private Place(Lane lane) {
      this.lane = lane;
    }

    HttpClient client() {
      return lane.client;
    }

    @Override
    public void close() {
      if (!left.getAndSet(true)) {
        leave(lane);
      }
    }
  }
}
