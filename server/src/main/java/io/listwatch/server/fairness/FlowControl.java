package io.listwatch.server.fairness;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * API Priority and Fairness: finds the priority level of each request and admits it when it is its
 * turn.
 *
 * <pre> request ──▶ first FlowSchema that matches ──▶ its priority level ──▶ queues ──▶ seats
 * exempt request ──▶ {@link ExemptBudget} every 10 s: levels lend seats to each other </pre>
 *
 * <p>The mandatory objects are in effect even if they do not exist.
 *
 * <p>Thread-safe; no method blocks.
 */
public final class FlowControl implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final int total;
  private final Timers timers;
  private final FlowMeters meters;
  private final ExemptBudget exempt;
  private final Map<String, RetryAfter> retries = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  private volatile Configuration configuration = new Configuration(List.of(), Map.of());
  private volatile double fraction;

  @GuardedBy("lock")
  private Timers.Timer adjustment = () -> {};

  @GuardedBy("lock")
  private boolean closed;

  /**
   * Starts with the mandatory objects alone.
   *
   * @param total the seats of the server, which the levels share
   * @param exemptBytes the bytes that exempt requests may take together
   */
  public FlowControl(int total, long exemptBytes, Timers timers, Metrics metrics) {
    this.total = total;
    this.timers = timers;
    this.meters = new FlowMeters(metrics);
    this.exempt = new ExemptBudget(exemptBytes);
    meters.gauge("apiserver_flowcontrol_seat_fair_frac", () -> fraction);
    meters.gauge("flowcontrol_exempt_bytes", exempt::used);
    meters.gauge("flowcontrol_exempt_inqueue_bytes", exempt::queued);
    configure(List.of(), List.of());
    schedule();
  }

  /** Returns the bytes of the exempt requests that are executed. */
  public long exemptBytes() {
    return exempt.used();
  }

  /** Finds the schema and the level of a request. */
  public Classification classify(AccessRequest request) {
    Configuration now = configuration;
    for (FlowSchema schema : now.schemas) {
      if (schema.matches(request)) {
        return classification(now, schema, request);
      }
    }
    // Only for a user that is in neither system:authenticated nor system:unauthenticated.
    FlowSchema catchAll = now.schemas.get(now.schemas.size() - 1);
    return classification(now, catchAll, request);
  }

  private static Classification classification(
      Configuration now, FlowSchema schema, AccessRequest request) {
    PriorityLevel level = now.levels.get(schema.level());
    if (level == null) {
      throw new IllegalStateException("no priority level " + schema.level());
    }
    return new Classification(schema.flow(request), level, request);
  }

  /**
   * Admits a request, or queues it.
   *
   * @param bytes the memory that it may take; matters only for exempt requests
   */
  public SeatRequest start(Classification request, WorkEstimate work, long bytes) {
    FlowMeters.Series series = series(request);
    return request.isExempt()
        ? exempt.start(bytes, () -> request.level.start(request.flow, request.access, work, series))
        : request.level.start(request.flow, request.access, work, series);
  }

  private FlowMeters.Series series(Classification request) {
    return meters.of(request.level.spec().name(), request.flow.schema().name());
  }

  /** Records the number of watches that receive the event of a write. */
  public void watched(Classification write, int watches) {
    series(write).watched(watches);
  }

  /** Returns the seconds after which the client of a rejected request should try again. */
  public long retryAfter(Classification rejected) {
    return retries
        .computeIfAbsent(rejected.level.spec().name(), name -> new RetryAfter())
        .reject(timers.now().getEpochSecond());
  }

  /** Replaces the configuration. A schema without its level has no effect. */
  public void configure(
      Collection<PriorityLevelSpec> newLevels, Collection<FlowSchema> newSchemas) {
    List<FlowRequest> decided = new ArrayList<>();
    lock.lock();
    try {
      Map<String, PriorityLevelSpec> specs = new TreeMap<>();
      newLevels.forEach(each -> specs.put(each.name(), each));
      List<FlowSchema> schemas =
          newSchemas.stream()
              .filter(each -> specs.containsKey(each.level()))
              .sorted(FlowSchema.ORDER)
              .toList();
      BootstrapObjects.mandatoryLevels().forEach(each -> specs.putIfAbsent(each.name(), each));
      Map<String, PriorityLevel> levels = levelsLocked(specs);
      configuration = new Configuration(withMandatory(schemas), levels);
      meters.keep(configuration.schemas);
      retries.keySet().retainAll(levels.keySet());
      adjustLocked(decided);
    } finally {
      lock.unlock();
    }
    decided.forEach(FlowRequest::decide);
  }

  /** Adds missing mandatory schemas: the exempt one first, the catch-all last. */
  private static List<FlowSchema> withMandatory(List<FlowSchema> schemas) {
    List<FlowSchema> missing =
        BootstrapObjects.mandatorySchemas().stream()
            .filter(each -> schemas.stream().noneMatch(known -> known.name().equals(each.name())))
            .toList();
    return Stream.concat(schemas.stream(), missing.stream()).sorted(FlowSchema.ORDER).toList();
  }

  /** Keeps levels whose object was deleted until their requests have ended. */
  @GuardedBy("lock")
  private Map<String, PriorityLevel> levelsLocked(Map<String, PriorityLevelSpec> specs) {
    Map<String, PriorityLevelSpec> all = new TreeMap<>(specs);
    configuration.levels.forEach(
        (name, level) -> {
          if (!level.isIdle()) {
            all.putIfAbsent(name, level.spec());
          }
        });
    int shares = all.values().stream().mapToInt(PriorityLevelSpec::shares).sum();
    Map<String, PriorityLevel> levels = new HashMap<>();
    all.forEach(
        (name, spec) -> {
          PriorityLevelSpec.Limits limits = spec.limits(total, shares);
          PriorityLevel level = configuration.levels.get(name);
          level = level == null ? new PriorityLevel(spec, limits, timers) : level;
          level.update(spec, limits, !specs.containsKey(name));
          levels.put(name, level);
        });
    return levels;
  }

  /** Ends a period: lets levels lend seats to each other, according to their demand. */
  void adjust() {
    List<FlowRequest> decided = new ArrayList<>();
    lock.lock();
    try {
      if (configuration.levels.values().stream().anyMatch(PriorityLevel::isDone)) {
        dropDoneLocked();
      }
      adjustLocked(decided);
    } finally {
      lock.unlock();
    }
    decided.forEach(FlowRequest::decide);
  }

  @GuardedBy("lock")
  private void dropDoneLocked() {
    Map<String, PriorityLevelSpec> left = new TreeMap<>();
    configuration.levels.values().stream()
        .filter(each -> !each.isQuiescing())
        .forEach(each -> left.put(each.spec().name(), each.spec()));
    configuration = new Configuration(configuration.schemas, levelsLocked(left));
  }

  @GuardedBy("lock")
  private void adjustLocked(List<FlowRequest> decided) {
    List<PriorityLevel> levels = new ArrayList<>(configuration.levels.values());
    meters.show(levels);
    levels.forEach(PriorityLevel::observe);
    int nominal = levels.stream().mapToInt(each -> each.limits().nominal()).sum();
    Borrowing borrowing = Borrowing.of(nominal, levels.stream().map(PriorityLevel::claim).toList());
    fraction = borrowing.fraction();
    for (int i = 0; i < levels.size(); i++) {
      decided.addAll(levels.get(i).limit(borrowing.limits().get(i)));
    }
  }

  private void schedule() {
    lock.lock();
    try {
      if (!closed) {
        adjustment =
            timers.schedule(
                PERIOD,
                () -> {
                  adjust();
                  schedule();
                });
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the state of all levels, in the order of their names. */
  public List<LevelDump> dump() {
    return configuration.levels.values().stream()
        .map(PriorityLevel::dump)
        .sorted((one, other) -> one.name().compareTo(other.name()))
        .toList();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      adjustment.cancel();
      meters.close();
    } finally {
      lock.unlock();
    }
  }

  /** The schemas in the order in which they are tried, and the levels by name. */
  private record Configuration(List<FlowSchema> schemas, Map<String, PriorityLevel> levels) {}

  /** The flow and the level of a request. */
  public static final class Classification {
    private final Flow flow;
    private final PriorityLevel level;
    private final AccessRequest access;

    private Classification(Flow flow, PriorityLevel level, AccessRequest access) {
      this.flow = flow;
      this.level = level;
      this.access = access;
    }

    public String schemaUid() {
      return flow.schema().uid();
    }

    public String levelUid() {
      return level.spec().uid();
    }

    public boolean isExempt() {
      return level.spec().exempt();
    }

    /** Returns the maximum number of seats of one request in this level; 0 for no limit. */
    public int maxSeats() {
      return level.maxSeats();
    }
  }
}
