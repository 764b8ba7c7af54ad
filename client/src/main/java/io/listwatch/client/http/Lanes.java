package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Spreads exchanges over several of the JDK's HTTP clients, each of which has one HTTP/2 connection
 * to the server, whose limit of streams an exchange too many would run into. Where there may be no
 * connection, one exchange goes ahead, so that the others find the one that it makes: each of them
 * would make its own.
 *
 * <p>A connection that may be dead is not found again: its lane is given up, and ends with the last
 * exchange on it. Where too many clients have been given up that do not end, the next lane has a
 * connection for each exchange, of which a dead one does no harm to others.
 *
 * <p>Thread-safe. The lock is held while a client is made, which waits for nobody; one is ended,
 * and who waits for his turn is told, without it.
 */
final class Lanes {
  /** Servers allow 100 streams of a connection or more; half of that leaves room for leavers. */
  static final int MAX_EXCHANGES = 50;

  /** After how long without any exchange a connection may have been ended by the other side. */
  static final Duration IDLE = Duration.ofSeconds(10);

  private final Function<HttpClient.Version, HttpClient> clients;
  private final EndedClients ended;
  private final boolean shared;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final List<Lane> lanes = new ArrayList<>();

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param clients makes one that speaks a version of the protocol
   * @param shared whether exchanges of one client may share a connection, as over HTTP/2
   */
  Lanes(
      Function<HttpClient.Version, HttpClient> clients,
      EndedClients ended,
      boolean shared,
      Timers timers) {
    this.clients = clients;
    this.ended = ended;
    this.shared = shared;
    this.timers = timers;
  }

  /** A place for one exchange. */
  Place enter() {
    long now = timers.nanoTime();
    lock.lock();
    try {
      Lane lane =
          lanes.stream().filter(each -> each.exchanges < MAX_EXCHANGES).findFirst().orElse(null);
      return enterLocked(lane == null ? openLocked() : lane, now);
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

  @GuardedBy("lock")
  private Place enterLocked(Lane lane, long now) {
    if (lane.exchanges == 0 && now - lane.emptied >= IDLE.toNanos()) {
      lane.connected = false;
    }
    lane.exchanges++;
    var place = new Place(lane);
    if (lane.connected || !lane.sharing) {
      place.turn.complete(null);
    } else if (lane.ahead == null) {
      lane.ahead = place;
      place.turn.complete(null);
    } else {
      lane.waiting.add(place);
    }
    return place;
  }

  /** There is a connection: everybody may use it. */
  private void connected(Lane lane) {
    List<Place> free;
    lock.lock();
    try {
      lane.connected = true;
      lane.ahead = null;
      free = List.copyOf(lane.waiting);
      lane.waiting.clear();
    } finally {
      lock.unlock();
    }
    free.forEach(each -> each.turn.complete(null));
  }

  private void disconnected(Lane lane) {
    lock.lock();
    try {
      lane.connected = false;
    } finally {
      lock.unlock();
    }
  }

  /** The first lane stays, for whoever comes next. */
  private void leave(Place place) {
    Lane lane = place.lane;
    long now = timers.nanoTime();
    Place next = null;
    boolean last;
    lock.lock();
    try {
      lane.exchanges--;
      lane.emptied = now;
      lane.waiting.remove(place);
      if (place.equals(lane.ahead)) {
        next = lane.waiting.poll();
        lane.ahead = next;
      }
      last = lane.exchanges == 0 && (!lanes.contains(lane) || lanes.size() > 1);
      if (last) {
        lanes.remove(lane);
      }
    } finally {
      lock.unlock();
    }
    if (next != null) {
      next.turn.complete(null);
    }
    if (last) {
      ended.end(lane.client);
    }
  }

  /**
   * Nobody new enters; those who are on it leave by themselves. Nor does anybody enter the others:
   * what has silenced one connection has probably silenced them all.
   */
  private void giveUp(Lane lane) {
    List<Lane> empty = List.of();
    lock.lock();
    try {
      if (lanes.contains(lane) && (lane.sharing || !ended.tooMany())) {
        empty = clearLocked();
      }
    } finally {
      lock.unlock();
    }
    empty.forEach(each -> ended.end(each.client));
  }

  /** Answers those that nobody is on, who would have ended them. */
  @GuardedBy("lock")
  private List<Lane> clearLocked() {
    List<Lane> empty = lanes.stream().filter(lane -> lane.exchanges == 0).toList();
    lanes.clear();
    return empty;
  }

  /** Nobody new is expected; lanes end when those who are on them have left. */
  void close() {
    List<Lane> empty;
    lock.lock();
    try {
      closed = true;
      empty = clearLocked();
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

  /** What changes of it does so with the lock held. */
  private static final class Lane {
    private final HttpClient client;

    /** Whether its exchanges share a connection. */
    private final boolean sharing;

    /** Who wait for the one that has gone ahead. */
    private final ArrayDeque<Place> waiting = new ArrayDeque<>();

    /** Who is making a connection, if anybody is. */
    private @Nullable Place ahead;

    /** Whether there is one, as far as is known. */
    private boolean connected;

    private int exchanges;

    /** When the last one left. */
    private long emptied;

    private Lane(HttpClient client, boolean sharing) {
      this.client = client;
      this.sharing = sharing;
    }
  }

  /** One exchange's place, left once however often that is said. */
  final class Place implements AutoCloseable {
    private final Lane lane;
    private final CompletableFuture<Void> turn = new CompletableFuture<>();
    private final AtomicBoolean left = new AtomicBoolean();

    private Place(Lane lane) {
      this.lane = lane;
    }

    /**
     * Completes when it is this exchange's turn: at once where there is a connection, or for who
     * goes ahead to make one; for the others when that has been answered. Should it fail, the next
     * one goes ahead.
     */
    CompletableFuture<Void> turn() {
      return turn.copy();
    }

    /** This exchange has been answered. */
    void answered() {
      connected(lane);
    }

    /** The connection broke, or could not be made. */
    void broken() {
      disconnected(lane);
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
        leave(this);
      }
    }
  }
}
