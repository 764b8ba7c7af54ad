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
final class HttpClientPool {
  /**
   * Maximum number of requests on one connection. Servers allow 100 streams or more; half of that
   * leaves space for streams that are still closing.
   */
  static final int MAX_REQUESTS = 50;

  /** Time without requests after which the server may have closed a connection. */
  static final Duration IDLE = Duration.ofSeconds(10);

  private final Function<HttpClient.Version, HttpClient> newClient;
  private final UnusedClients ended;
  private final boolean shared;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final List<PooledClient> pool = new ArrayList<>();

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param newClient creates a client for a version of HTTP
   * @param shared whether the requests of a client may share a connection, as with HTTP/2
   */
  HttpClientPool(
      Function<HttpClient.Version, HttpClient> newClient,
      UnusedClients ended,
      boolean shared,
      Timers timers) {
    this.newClient = newClient;
    this.ended = ended;
    this.shared = shared;
    this.timers = timers;
  }

  /** Returns a slot for one request. */
  Slot acquire() {
    long now = timers.nanoTime();
    lock.lock();
    try {
      PooledClient client =
          pool.stream().filter(each -> each.requests < MAX_REQUESTS).findFirst().orElse(null);
      return acquireLocked(client == null ? openLocked() : client, now);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private PooledClient openLocked() {
    boolean sharing = shared && !ended.tooMany();
    var version = sharing ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    var client = new PooledClient(newClient.apply(version), sharing);
    if (!closed) {
      pool.add(client);
    }
    return client;
  }

  @GuardedBy("lock")
  private Slot acquireLocked(PooledClient client, long now) {
    if (client.requests == 0 && now - client.lastRelease >= IDLE.toNanos()) {
      client.connected = false;
    }
    client.requests++;
    var slot = new Slot(client);
    if (client.connected || !client.sharing) {
      slot.turn.complete(null);
    } else if (client.connecting == null) {
      client.connecting = slot;
      slot.turn.complete(null);
    } else {
      client.waiting.add(slot);
    }
    return slot;
  }

  /** Called when a connection exists: resumes all waiting requests. */
  private void connected(PooledClient client) {
    List<Slot> free;
    lock.lock();
    try {
      client.connected = true;
      client.connecting = null;
      free = List.copyOf(client.waiting);
      client.waiting.clear();
    } finally {
      lock.unlock();
    }
    free.forEach(each -> each.turn.complete(null));
  }

  private void disconnected(PooledClient client) {
    lock.lock();
    try {
      client.connected = false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Releases a slot and shuts down its client after the last request, unless it is the only one.
   */
  private void release(Slot slot) {
    PooledClient client = slot.client;
    long now = timers.nanoTime();
    Slot next = null;
    boolean last;
    lock.lock();
    try {
      client.requests--;
      client.lastRelease = now;
      client.waiting.remove(slot);
      if (slot.equals(client.connecting)) {
        next = client.waiting.poll();
        client.connecting = next;
      }
      last = client.requests == 0 && (!pool.contains(client) || pool.size() > 1);
      if (last) {
        pool.remove(client);
      }
    } finally {
      lock.unlock();
    }
    if (next != null) {
      next.turn.complete(null);
    }
    if (last) {
      ended.end(client.http);
    }
  }

  /**
   * Retires all clients, because a failure that silenced one connection has probably silenced the
   * others, too. Requests in progress finish on the retired clients.
   */
  private void retire(PooledClient client) {
    List<PooledClient> empty = List.of();
    lock.lock();
    try {
      if (pool.contains(client) && (client.sharing || !ended.tooMany())) {
        empty = clearLocked();
      }
    } finally {
      lock.unlock();
    }
    empty.forEach(each -> ended.end(each.http));
  }

  /** Removes all clients and returns those without requests, which the caller must shut down. */
  @GuardedBy("lock")
  private List<PooledClient> clearLocked() {
    List<PooledClient> empty = pool.stream().filter(client -> client.requests == 0).toList();
    pool.clear();
    return empty;
  }

  /** Retires all clients; each ends with its last request. */
  void close() {
    List<PooledClient> empty;
    lock.lock();
    try {
      closed = true;
      empty = clearLocked();
    } finally {
      lock.unlock();
    }
    empty.forEach(client -> ended.end(client.http));
  }

  int size() {
    lock.lock();
    try {
      return pool.size();
    } finally {
      lock.unlock();
    }
  }

  /** A client and its requests; guarded by the lock. */
  private static final class PooledClient {
    private final HttpClient http;

    /** True if its requests share a connection. */
    private final boolean sharing;

    /** Requests that wait for the first one to connect. */
    private final ArrayDeque<Slot> waiting = new ArrayDeque<>();

    /** The request that is connecting, if any. */
    private @Nullable Slot connecting;

    /** True if the client is believed to have a connection. */
    private boolean connected;

    private int requests;

    /** Time of the last release, in nanoseconds of the timers. */
    private long lastRelease;

    private PooledClient(HttpClient http, boolean sharing) {
      this.http = http;
      this.sharing = sharing;
    }
  }

  /** The slot of one request. Closing it twice has no effect. */
  final class Slot implements AutoCloseable {
    private final PooledClient client;
    private final CompletableFuture<Void> turn = new CompletableFuture<>();
    private final AtomicBoolean released = new AtomicBoolean();

    private Slot(PooledClient client) {
      this.client = client;
    }

    /**
     * Completes when this request may be sent: immediately if there is a connection or if it is the
     * one to connect, else after that one has a response. If that one fails, the next request
     * connects.
     */
    CompletableFuture<Void> turn() {
      return turn.copy();
    }

    /** Called when the request has a response. */
    void responded() {
      connected(client);
    }

    /** Called when the connection broke or could not be opened. */
    void broken() {
      disconnected(client);
    }

    HttpClient client() {
      return client.http;
    }

    /**
     * Called when no data arrived in time. The connection may be dead without an error, and the
     * JDK's client would reuse it, so no other request may get it.
     */
    void silent() {
      retire(client);
    }

    @Override
    public void close() {
      if (!released.getAndSet(true)) {
        release(this);
      }
    }
  }
}
