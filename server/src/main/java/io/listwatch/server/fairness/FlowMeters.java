package io.listwatch.server.fairness;

import io.listwatch.metrics.Metrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of priority and fairness, with kube-apiserver's names. Their tags are names of
 * objects that administrators create; gauges disappear with their objects.
 *
 * <p>Thread-safe. Meters are leaves: they may be called with a lock held.
 */
final class FlowMeters implements AutoCloseable {
  private final Metrics metrics;
  private final Map<Pair, Series> series = new ConcurrentHashMap<>();
  private final Map<PriorityLevel, List<Metrics.Gauge>> levels = new ConcurrentHashMap<>();
  private final List<Metrics.Gauge> server = new ArrayList<>();

  FlowMeters(Metrics metrics) {
    this.metrics = metrics;
  }

  /** Adds a gauge for the whole server. */
  void gauge(String name, DoubleSupplier value) {
    server.add(metrics.gauge(name, Map.of(), value));
  }

  /** Registers the gauges of these levels, and removes those of all others. */
  void show(Collection<PriorityLevel> shown) {
    for (PriorityLevel level : Set.copyOf(levels.keySet())) {
      if (!shown.contains(level)) {
        close(levels.remove(level));
      }
    }
    shown.forEach(each -> levels.computeIfAbsent(each, this::gauges));
  }

  private List<Metrics.Gauge> gauges(PriorityLevel level) {
    return List.of(
        gauge("apiserver_flowcontrol_nominal_limit_seats", level, each -> each.limits().nominal()),
        gauge("apiserver_flowcontrol_lower_limit_seats", level, each -> each.limits().min()),
        gauge("apiserver_flowcontrol_upper_limit_seats", level, each -> each.limits().max()),
        gauge("apiserver_flowcontrol_current_limit_seats", level, PriorityLevel::current),
        gauge(
            "apiserver_flowcontrol_demand_seats_high_watermark",
            level,
            each -> each.demand().max()),
        gauge("apiserver_flowcontrol_demand_seats_average", level, each -> each.demand().average()),
        gauge("apiserver_flowcontrol_demand_seats_stdev", level, each -> each.demand().deviation()),
        gauge("apiserver_flowcontrol_demand_seats_smoothed", level, PriorityLevel::smoothed),
        gauge("apiserver_flowcontrol_target_seats", level, PriorityLevel::target));
  }

  private Metrics.Gauge gauge(
      String name, PriorityLevel level, ToDoubleFunction<PriorityLevel> value) {
    return metrics.gauge(
        name, Map.of("priority_level", level.spec().name()), () -> value.applyAsDouble(level));
  }

  /** Returns the meters of a schema's requests in a level. */
  Series of(String level, String schema) {
    return series.computeIfAbsent(
        new Pair(level, schema), pair -> new Series(metrics, pair.level(), pair.schema()));
  }

  /** Closes the gauges of schemas that no longer exist. */
  void keep(Collection<FlowSchema> schemas) {
    Set<Pair> kept = ConcurrentHashMap.newKeySet();
    schemas.forEach(each -> kept.add(new Pair(each.level(), each.name())));
    for (Pair pair : Set.copyOf(series.keySet())) {
      if (!kept.contains(pair)) {
        Series gone = series.remove(pair);
        close(gone == null ? List.of() : gone.gauges);
      }
    }
  }

  private static void close(@Nullable List<Metrics.Gauge> gauges) {
    if (gauges != null) {
      gauges.forEach(Metrics.Gauge::close);
    }
  }

  @Override
  public void close() {
    keep(List.of());
    show(List.of());
    close(server);
  }

  private record Pair(String level, String schema) {}

  /** The meters of one schema's requests in one level. */
  static final class Series {
    private final Metrics metrics;
    private final Map<String, String> tags;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger seatsWaiting = new AtomicInteger();
    private final AtomicInteger executing = new AtomicInteger();
    private final AtomicInteger seats = new AtomicInteger();
    private final Metrics.Counter dispatched;
    private final Metrics.Counter notAccommodated;
    private final Metrics.Distribution queueLengths;
    private final Metrics.Distribution watchCounts;
    private final Metrics.Distribution estimated;
    private final Metrics.Distribution executions;
    private final Metrics.Distribution waits;
    private final Metrics.Distribution rejectedWaits;
    private final List<Metrics.Gauge> gauges;

    Series(Metrics metrics, String level, String schema) {
      this.metrics = metrics;
      this.tags = Map.of("priority_level", level, "flow_schema", schema);
      dispatched = metrics.counter("apiserver_flowcontrol_dispatched_requests_total", tags);
      notAccommodated =
          metrics.counter("apiserver_flowcontrol_request_dispatch_no_accommodation_total", tags);
      queueLengths =
          metrics.distribution("apiserver_flowcontrol_request_queue_length_after_enqueue", tags);
      watchCounts = metrics.distribution("apiserver_flowcontrol_watch_count_samples", tags);
      estimated = metrics.distribution("apiserver_flowcontrol_work_estimated_seats", tags);
      executions = metrics.distribution("apiserver_flowcontrol_request_execution_seconds", tags);
      waits = waits("true");
      rejectedWaits = waits("false");
      gauges =
          List.of(
              metrics.gauge("apiserver_flowcontrol_current_inqueue_requests", tags, waiting::get),
              metrics.gauge("apiserver_flowcontrol_current_inqueue_seats", tags, seatsWaiting::get),
              metrics.gauge(
                  "apiserver_flowcontrol_current_executing_requests", tags, executing::get),
              metrics.gauge("apiserver_flowcontrol_current_executing_seats", tags, seats::get));
    }

    private Metrics.Distribution waits(String execute) {
      return metrics.distribution(
          "apiserver_flowcontrol_request_wait_duration_seconds", with("execute", execute));
    }

    private Map<String, String> with(String tag, String value) {
      var more = new TreeMap<>(tags);
      more.put(tag, value);
      return more;
    }

    void estimated(WorkEstimate work) {
      estimated.record(work.maxSeats());
    }

    /** Records the number of watches that receive the event of a write. */
    void watched(int watches) {
      watchCounts.record(watches);
    }

    /** Records that the next request of a queue has to wait for more seats than are free. */
    void notAccommodated() {
      notAccommodated.increment();
    }

    /**
     * @param queueLength the requests in its queue, this one included
     */
    void queued(int more, int queueLength) {
      queueLengths.record(queueLength);
      waiting.incrementAndGet();
      seatsWaiting.addAndGet(more);
    }

    void dequeued(int fewer) {
      waiting.decrementAndGet();
      seatsWaiting.addAndGet(-fewer);
    }

    void waited(boolean execute, long nanos) {
      (execute ? waits : rejectedWaits).recordNanos(nanos);
    }

    void started(int more) {
      dispatched.increment();
      executing.incrementAndGet();
      seats.addAndGet(more);
    }

    void finished(long nanos) {
      executing.decrementAndGet();
      executions.recordNanos(nanos);
    }

    void released(int fewer) {
      seats.addAndGet(-fewer);
    }

    /**
     * @param reason one of kube-apiserver's: {@code queue-full}, {@code concurrency-limit} or
     *     {@code time-out}
     */
    void rejected(String reason) {
      metrics
          .counter("apiserver_flowcontrol_rejected_requests_total", with("reason", reason))
          .increment();
    }
  }
}
