package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The received events of one watch.
 *
 * <p>Threads: the thread that reads the connection calls {@link #event} and {@link #ended}, the
 * test calls the rest.
 */
final class EventStream implements AutoCloseable {
  /** Timeout for an expected event, which arrives much sooner. */
  private static final long TIMEOUT_MILLIS = 60_000;

  /** Time without an event after which a stream counts as idle. */
  private static final long QUIET_MILLIS = 40;

  private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
  private final List<String> events = new ArrayList<>();
  private final AutoCloseable connection;
  private @Nullable WireResponse head;
  private String end = "open";

  EventStream(AutoCloseable connection) {
    this.connection = connection;
  }

  void event(String text) {
    arrived.add(text);
  }

  /**
   * The stream has ended.
   *
   * @param how describes the end
   */
  void ended(String how) {
    arrived.add(how);
  }

  EventStream answeredWith(WireResponse answer) {
    head = answer;
    return this;
  }

  /** Waits until this number of events has arrived. */
  void await(int count) throws InterruptedException {
    while (events.size() < count && take(TIMEOUT_MILLIS)) {
      // wait for the next event
    }
  }

  private boolean take(long millis) throws InterruptedException {
    String next = end.equals("open") ? arrived.poll(millis, TimeUnit.MILLISECONDS) : null;
    if (next == null) {
      return false;
    }
    if (next.startsWith("{")) {
      events.add(next);
    } else {
      end = next;
    }
    return true;
  }

  /** Returns the differences from the recorded stream; empty if there are none. */
  List<String> differences(Step step, Bindings bindings) throws InterruptedException {
    JsonValue recorded = step.wire().events();
    await(recorded.size());
    while (take(step.wire().end().equals("open") ? QUIET_MILLIS : TIMEOUT_MILLIS)) {
      // collects unexpected events
    }
    var differences = new ArrayList<String>();
    if (head != null) {
      differences.addAll(head.differences(step, bindings));
    }
    if (events.size() != recorded.size()) {
      differences.add("events: %s (expected: %s)".formatted(events, recorded));
    } else {
      for (int i = 0; i < recorded.size(); i++) {
        differences.addAll(compare(i, recorded.path(i), bindings));
      }
    }
    if (!end.equals(step.wire().end())) {
      differences.add("end: %s (expected: %s)".formatted(end, step.wire().end()));
    }
    return differences;
  }

  private List<String> compare(int number, JsonValue recorded, Bindings bindings) {
    JsonValue event = JsonTrees.read(events.get(number));
    return new BodyComparison(bindings, true)
        .of(recorded, event).stream().map(each -> "event %d%s".formatted(number, each)).toList();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
