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
 * Spreads requests over several HTTP clients of the JDK, each with one HTTP/2 connection to the
 * server, because a connection has a limit of concurrent streams. While a client has no connection,
 * one request goes first and the others wait for its connection; otherwise each would open its own.
 *
 * <p>A connection that may be dead is not reused: its client is retired, and ends with its last
 * request. If too many retired clients have not ended, the next one uses HTTP/1.1 with a connection
 * for each request, where a dead one does not affect others.
 *
 * <p>Thread-safe. A client is created under the lock, which does not block. Clients are shut down
 * and waiting requests are resumed without the lock.
 */
final class Lanes {
  /**
   * Maximum number of requests on one connection. Servers allow 100 streams or more; half of that
   * leaves space for streams that are still closing.
   */
  static final int MAX_EXCHANGES = 50;

  /** Time without requests after which the server may have closed a connection. */
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
   * @param clients creates a client for a version of HTTP
   * @param shared whether the requests of a client may share a connection, as with HTTP/2
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

  /** Returns a slot for one request. */
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

  /** A connection exists: resumes all waiting requests. */
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

  /**
   * Releases a slot and shuts down its client after the last request, unless it is the only one.
   */
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
   * Retires all clients, because a failure that silenced one connection has probably silenced the
   * others, too. Requests in progress finish on the retired clients.
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

  /** Removes all clients and returns those without requests, which the caller must shut down. */
  @GuardedBy("lock")
  private List<Lane> clearLocked() {
    List<Lane> empty = lanes.stream().filter(lane -> lane.exchanges == 0).toList();
    lanes.clear();
    return empty;
  }

  /** Retires all clients; each ends with its last request. */
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

  /** A client and its requests; guarded by the lock. */
  private static final class Lane {
    private final HttpClient client;

    /** True if its requests share a connection. */
    private final boolean sharing;

    /** Requests that wait for the first one to connect. */
    private final ArrayDeque<Place> waiting = new ArrayDeque<>();

    /** The request that is connecting, if any. */
    private @Nullable Place ahead;

    /** True if the client is believed to have a connection. */
    private boolean connected;

    private int exchanges;

    /** Time of the last release. */
    private long emptied;

    private Lane(HttpClient client, boolean sharing) {
      this.client = client;
      this.sharing = sharing;
    }
  }

  /** The slot of one request. Closing it twice has no effect. */
  final class Place implements AutoCloseable {
    private final Lane lane;
    private final CompletableFuture<Void> turn = new CompletableFuture<>();
    private final AtomicBoolean left = new AtomicBoolean();

    private Place(Lane lane) {
      this.lane = lane;
    }

    /**
     * Completes when this request may be sent: immediately if there is a connection or if it is the
     * one to connect, else after that one has a response. If that one fails, the next request
     * connects.
     */
    CompletableFuture<Void> turn() {
      return turn.copy();
    }

    /** The request has got a response. */
    void answered() {
      connected(lane);
    }

    /** The connection broke, or could not be opened. */
    void broken() {
      disconnected(lane);
    }

    HttpClient client() {
      return lane.client;
    }

    /**
     * No data arrived in time. The connection may be dead without an error, and the JDK's client
     * would reuse it, so no other request may get it.
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
