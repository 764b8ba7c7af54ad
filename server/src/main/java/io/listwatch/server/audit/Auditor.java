package io.listwatch.server.audit;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records requests as audit events: a policy selects the requests, and backends receive the events.
 *
 * <p>Thread-safe. Never blocks, except in {@link #close}.
 */
public final class Auditor implements AutoCloseable {
  /** The bytes that the response bodies of requests in progress may take together. */
  static final long MAX_RESPONSES = 64 << 20;

  private static final CompletionStage<Boolean> STORED = CompletableFuture.completedFuture(true);

  private final AuditPolicy policy;
  private final List<AuditBackend> backends;
  private final Timers timers;
  private final Map<AuditLevel, Metrics.Counter> levels = new EnumMap<>(AuditLevel.class);
  private final Metrics.Counter events;
  private final Metrics.Counter rejected;
  private final AtomicLong responses = new AtomicLong();

  /** Internal: creates an auditor from the options of the program. */
  public static Auditor of(
      AuditPolicy policy, List<? extends AuditBackend> backends, Timers timers, Metrics metrics) {
    return new Auditor(policy, backends, timers, metrics);
  }

  private Auditor(
      AuditPolicy policy, List<? extends AuditBackend> backends, Timers timers, Metrics metrics) {
    this.policy = policy;
    this.backends = List.copyOf(backends);
    this.timers = timers;
    for (AuditLevel each : AuditLevel.values()) {
      levels.put(
          each, metrics.counter("apiserver_audit_level_total", Map.of("level", each.word())));
    }
    this.events = metrics.counter("apiserver_audit_event_total", Map.of());
    this.rejected = metrics.counter("apiserver_audit_requests_rejected_total", Map.of());
  }

  /** Internal: returns the audit of a new request. */
  public RequestAudit open() {
    return new RequestAudit(this);
  }

  AuditDecision decide(UserInfo caller, AccessRequest request) {
    AuditDecision decision = policy.decide(caller, request);
    Metrics.Counter counter = levels.get(decision.level());
    if (counter != null) {
      counter.increment();
    }
    return decision;
  }

  Timers timers() {
    return timers;
  }

  /** Returns a stage that completes with true if the request may proceed. */
  CompletionStage<Boolean> send(AuditEvent event) {
    events.increment();
    CompletionStage<Boolean> stored = STORED;
    for (AuditBackend each : backends) {
      CompletionStage<Boolean> next = each.accept(event);
      stored = stored == STORED ? next : stored.thenCombine(next, Boolean::logicalAnd);
    }
    return stored;
  }

  void countRejected() {
    rejected.increment();
  }

  /** Reserves memory for a part of a response body. Returns false if the limit is exceeded. */
  boolean take(int bytes) {
    if (responses.addAndGet(bytes) <= MAX_RESPONSES) {
      return true;
    }
    responses.addAndGet(-bytes);
    return false;
  }

  void giveBack(int bytes) {
    responses.addAndGet(-bytes);
  }

  @Override
  public void close() {
    backends.forEach(AuditBackend::close);
  }
}
