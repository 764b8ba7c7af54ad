package io.listwatch.server.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.audit.AuditQueue.Waiting;
import io.listwatch.server.webhook.ConfiguredWebhook;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events to a webhook, as EventLists. No request waits for it: events that do not fit into
 * the buffer are lost and counted, and so are a batch after {@value #MAX_ATTEMPTS} failed calls and
 * an event that cannot be encoded.
 *
 * <p>Threads: one of its own collects a batch and sends it, one after another.
 */
public final class AuditWebhookBackend implements AuditBackend {
  private static final Logger log = LoggerFactory.getLogger(AuditWebhookBackend.class);
  static final int MAX_WAITING_BYTES = 32 << 20;
  private static final int MAX_ATTEMPTS = 5;
  private static final double BACKOFF_FACTOR = 1.5;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_RESPONSE = 1 << 20;
  private static final long CLOSE_MILLIS = 5_000;
  private static final CompletionStage<Boolean> GO_ON = CompletableFuture.completedFuture(true);

  private final AuditWebhookSettings settings;
  private final ConfiguredWebhook webhook;
  private final Timers timers;
  private final Metrics.Counter lostTotal;
  private final AuditQueue queue;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::send, "listwatch-audit-webhook");

  /**
   * The number of calls that the rate allows as of {@link #allowedAt}. Used by the backend's
   * thread.
   */
  private double allowance;

  private long allowedAt;

  /** True once the queue has ended. Used by the backend's thread. */
  private boolean ended;

  public AuditWebhookBackend(
      WebhookKubeconfig config, AuditWebhookSettings settings, Timers timers, Metrics metrics) {
    this.settings = settings;
    this.webhook = new ConfiguredWebhook(config, TIMEOUT, MAX_RESPONSE);
    this.timers = timers;
    this.lostTotal = metrics.counter("apiserver_audit_error_total", Map.of("plugin", "webhook"));
    this.queue = new AuditQueue(settings.bufferSize(), MAX_WAITING_BYTES);
    this.allowance = settings.burst();
    this.allowedAt = timers.nanoTime();
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public CompletionStage<Boolean> accept(AuditEvent event) {
    if (queue.offer(event) == null) {
      lostTotal.increment();
    }
    return GO_ON;
  }

  private void send() {
    try {
      while (!ended) {
        List<Waiting> batch = batch();
        if (!batch.isEmpty()) {
          awaitTurn();
          JsonArray events = encoded(batch);
          lostTotal.add(batch.size() - events.size());
          if (events.size() > 0 && !deliver(list(events))) {
            lostTotal.add(events.size());
          }
          batch.forEach(queue::release);
        }
      }
    } catch (InterruptedException closed) {
      lostTotal.add(queue.size());
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for an event, then for others until the batch is full or its time is over. */
  private List<Waiting> batch() throws InterruptedException {
    var batch = new ArrayList<Waiting>();
    long deadline = 0;
    while (batch.size() < settings.maxBatchSize()) {
      Waiting next = batch.isEmpty() ? queue.take() : next(deadline);
      if (next == null) {
        return batch;
      }
      if (next.isEnd()) {
        ended = true;
        return batch;
      }
      if (batch.isEmpty()) {
        deadline = timers.nanoTime() + settings.maxBatchWait().toNanos();
      }
      batch.add(next);
    }
    return batch;
  }

  private @Nullable Waiting next(long deadline) throws InterruptedException {
    return queue.poll(closing.getCount() == 0 ? 0 : Math.max(0, deadline - timers.nanoTime()));
  }

  /**
   * Waits until the rate limit allows a call. Returns at once while the backend is being closed.
   */
  private void awaitTurn() throws InterruptedException {
    if (settings.perSecond() <= 0) {
      return;
    }
    long now = timers.nanoTime();
    double earned = (now - allowedAt) / 1e9 * settings.perSecond();
    allowance = Math.min(settings.burst(), allowance + earned) - 1;
    allowedAt = now;
    if (allowance < 0) {
      boolean unused =
          closing.await((long) (-allowance / settings.perSecond() * 1e9), TimeUnit.NANOSECONDS);
    }
  }

  /** Leaves out events that cannot be encoded. An error would end the thread for good. */
  private static JsonArray encoded(List<Waiting> batch) {
    JsonArray events = new JsonArray();
    for (Waiting each : batch) {
      try {
        events.add(AuditEventJson.of(Objects.requireNonNull(each.event())));
      } catch (RuntimeException | Error bug) {
        log.error("an audit event cannot be encoded and is lost", bug);
      }
    }
    return events;
  }

  private static byte[] list(JsonArray events) {
    JsonObject list =
        new JsonObject().put("kind", "EventList").put("apiVersion", "audit.k8s.io/v1");
    list.putObject("metadata");
    list.set("items", events);
    return JsonTrees.write(list).getBytes(UTF_8);
  }

  private boolean deliver(byte[] list) throws InterruptedException {
    double backoff = settings.initialBackoff().toNanos();
    for (int attempt = 1; ; attempt++) {
      try {
        byte[] unused = webhook.post(list).toCompletableFuture().get();
        return true;
      } catch (ExecutionException failure) {
        log.warn("the audit webhook failed: {}", String.valueOf(failure.getCause()));
      }
      if (attempt == MAX_ATTEMPTS || closing.await((long) backoff, TimeUnit.NANOSECONDS)) {
        return false;
      }
      backoff *= BACKOFF_FACTOR;
    }
  }

  /** Sends the events that wait, with one attempt for each batch. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!queue.end(CLOSE_MILLIS)) {
        thread.interrupt();
      }
      thread.join(CLOSE_MILLIS);
      thread.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      webhook.close();
    }
  }
}
