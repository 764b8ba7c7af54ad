package io.listwatch.server.webhook;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.net.http.HttpClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connections to all webhooks. Webhooks with the same CA bundle and server name share theirs.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
public final class WebhookConnections implements AutoCloseable {
  /**
   * The maximum number of calls in progress; further ones fail at once. Each keeps its request in
   * memory.
   */
  static final int MAX_CALLS = 1_000;

  /** The maximum number of HTTP clients that are kept for reuse. Each has a thread. */
  private static final int MAX_CLIENTS = 32;

  private final WebhookThreads io = new WebhookThreads();
  private final ResponseBudget budget;
  private final Timers timers;
  private final ServiceResolver resolver;
  private final Semaphore calls = new Semaphore(MAX_CALLS);
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<Peer, HttpClient> clients = new LinkedHashMap<>(16, 0.75f, true);

  private record Peer(String caBundle, String serverName) {}

  /**
   * Creates no connection yet.
   *
   * @param budget bounds the requests and responses of all webhooks
   */
  public WebhookConnections(ResponseBudget budget, ServiceResolver resolver, Timers timers) {
    this.budget = budget;
    this.resolver = resolver;
    this.timers = timers;
  }

  /**
   * Returns the HTTP client for a webhook.
   *
   * @throws IllegalArgumentException if its CA bundle has no certificate
   */
  HttpClient client(WebhookTarget target) {
    var peer = new Peer(target.caBundle(), target.serverName());
    lock.lock();
    try {
      HttpClient known = clients.get(peer);
      if (known == null) {
        known = create(peer);
        clients.put(peer, known);
        if (clients.size() > MAX_CLIENTS) {
          clients.remove(clients.keySet().iterator().next());
        }
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private HttpClient create(Peer peer) {
    return HttpClient.newBuilder()
        .sslContext(TrustedAuthorities.tls(peer.caBundle, peer.serverName))
        .executor(io)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  /** Returns false if too many calls are in progress. */
  boolean begin() {
    return calls.tryAcquire();
  }

  void end() {
    calls.release();
  }

  ResponseBudget budget() {
    return budget;
  }

  ServiceResolver resolver() {
    return resolver;
  }

  Timers timers() {
    return timers;
  }

  Executor io() {
    return io;
  }

  @Override
  public void close() {
    io.close();
  }
}
