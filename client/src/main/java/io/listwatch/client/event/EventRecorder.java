package io.listwatch.client.event;

import io.listwatch.client.ApiClient;
import io.listwatch.metrics.Metrics;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records events about objects, which {@code kubectl describe} shows.
 *
 * <pre>
 *   event(…) ──▶ queue ──▶ combine, count, filter ──▶ create or patch
 *             drops if full        (one thread)
 * </pre>
 *
 * <p>Thread-safe. {@link #event} never blocks and never fails: events that cannot be written are
 * logged and counted. A thread of the recorder writes them.
 */
public final class EventRecorder implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EventRecorder.class);
  private static final Duration JOIN = Duration.ofSeconds(5);

  private final EventSource source;
  private final Timers timers;
  private final BlockingQueue<Object> queue;
  private final Pause pause;
  private final EventLog known;
  private final EventWriter writer;
  private final Thread thread;
  private final Metrics.Counter written;
  private final Metrics.Counter dropped;
  private final Metrics.Counter filtered;

  private volatile boolean closed;

  private EventRecorder(ApiClient client, EventSource source, EventPolicy policy, Timers timers) {
    this.source = source;
    this.timers = timers;
    this.queue = new ArrayBlockingQueue<>(policy.queue());
    this.pause = new Pause(timers);
    this.known = new EventLog(policy);
    this.writer = new EventWriter(client, policy, pause, new SplittableRandom());
    Map<String, String> tags = Map.of("component", source.component());
    Metrics metrics = client.config().metrics();
    this.written = metrics.counter("event_recorder_written_total", tags);
    this.dropped = metrics.counter("event_recorder_dropped_total", tags);
    this.filtered = metrics.counter("event_recorder_filtered_total", tags);
    this.thread = new Thread(this::run, "listwatch-events-" + source.component());
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Creates a recorder with the limits of client-go.
   *
   * @param component the program's name
   */
  public static EventRecorder of(ApiClient client, String component) {
    return of(client, component, "", EventPolicy.DEFAULT, Timers.system());
  }

  /**
   * Creates a recorder.
   *
   * @param instance identifies one of several programs of that name; may be empty
   */
  public static EventRecorder of(
      ApiClient client, String component, String instance, EventPolicy policy, Timers timers) {
    return new EventRecorder(client, new EventSource(component, instance), policy, timers);
  }

  /**
   * Records an event about an object. Never blocks.
   *
   * @param reason a CamelCase word such as {@code Scheduled}
   * @param message for humans
   */
  public void event(ObjectReference about, EventType type, String reason, String message) {
    var occurrence = new Occurrence(source, about, type, reason, message, timers.now());
    if (closed || !queue.offer(occurrence)) {
      dropped.increment();
      log.warn("event {} {}: dropped, {}", type, reason, closed ? "closed" : "the queue is full");
    }
  }

  private void run() {
    while (!closed || !queue.isEmpty()) {
      try {
        if (queue.take() instanceof Occurrence next) {
          write(next);
        }
      } catch (InterruptedException ignored) {
        // The closed flag decides whether to stop.
      } catch (RuntimeException failure) {
        dropped.increment();
        log.error("an event could not be written", failure);
      }
    }
  }

  private void write(Occurrence occurrence) throws InterruptedException {
    Optional<EventLog.Entry> entry = known.entry(occurrence);
    if (entry.isEmpty()) {
      filtered.increment();
    } else if (writer.write(entry.get(), known)) {
      written.increment();
    } else {
      dropped.increment();
    }
  }

  /** Writes the waiting events, with one attempt each, for at most five seconds; drops the rest. */
  @Override
  public void close() {
    closed = true;
    pause.close();
    // Wakes the thread if it waits for the queue. The queue is then empty, so this offer succeeds.
    queue.offer(this);
    try {
      thread.join(JOIN.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    var late = new ArrayList<Object>();
    queue.drainTo(late);
    dropped.add(late.stream().filter(Occurrence.class::isInstance).count());
    thread.interrupt();
  }
}
