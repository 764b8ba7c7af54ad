package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Spreads exchanges over several of the JDK's HTTP clients, each of which has one HTTP/2 connection
 * to the server, whose limit of streams an exchange too many would run into. The first exchange of
 * each goes ahead, so that the others find its connection.
 *
 * <p>A connection that may be dead is not found again: its lane is given up, and ends with the last
 * exchange on it. Where too many clients have been given up that do not end, the next lane has a
 * connection for each exchange, of which a dead one does no harm to others.
 *
 * <p>Thread-safe. The lock is held while a client is made, which waits for nobody; one is ended
 * without it.
 */
final class Lanes {
  /** Servers allow 100 streams of a connection or more; half of that leaves room for leavers. */
  static final int MAX_EXCHANGES = 50;

  private final Function<HttpClient.Version, HttpClient> clients;
  private final EndedClients ended;
  private final boolean shared;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final List<Lane> lanes = new ArrayList<>();

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param clients makes one that speaks a version of the protocol
   * @param shared whether exchanges of one client may share a connection, as over HTTP/2
   */
  Lanes(Function<HttpClient.Version, HttpClient> clients, EndedClients ended, boolean shared) {
    this.clients = clients;
    this.ended = ended;
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
        lane = openLocked();
      }
      lane.exchanges++;
      return new Place(lane, first);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private Lane openLocked() {
    boolean sharing = shared && !ended.tooMany();
    var version = sharing ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    var lane = new Lane(clients.apply(version), sharing);
    if (!closed) {
      lanes.add(lane);
    }
    return lane;
  }

  /** The first lane stays, for whoever comes next. */
  private void leave(Lane lane) {
    boolean last;
    lock.lock();
    try {
      lane.exchanges--;
      last = lane.exchanges == 0 && (!lanes.contains(lane) || lanes.size() > 1);
      if (last) {
        lanes.remove(lane);
      }
    } finally {
      lock.unlock();
    }
    if (last) {
      ended.end(lane.client);
    }
  }

  /** Nobody new enters; those who are on it leave by themselves. */
  private void giveUp(Lane lane) {
    lock.lock();
    try {
      if (lane.sharing || !ended.tooMany()) {
        lanes.remove(lane);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Nobody new is expected; lanes end when those who are on them have left. */
  void close() {
    List<Lane> empty;
    lock.lock();
    try {
      closed = true;
      empty = lanes.stream().filter(lane -> lane.exchanges == 0).toList();
      lanes.clear();
    } finally {
      lock.unlock();
    }
    empty.forEach(lane -> ended.end(lane.client));
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

    /** Whether its exchanges share a connection. */
    private final boolean sharing;

    /** Completed when the first exchange has been answered or has failed. */
    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    private int exchanges;

    private Lane(HttpClient client, boolean sharing) {
      this.client = client;
      this.sharing = sharing;
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
      return first || !lane.sharing ? CompletableFuture.completedFuture(null) : lane.opened.copy();
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
      giveUp(lane);
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
