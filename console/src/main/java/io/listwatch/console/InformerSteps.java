package io.listwatch.console;

import static java.util.concurrent.CompletableFuture.completedStage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The steps that informers and controllers report, so that the page shows them next to the watch
 * cache. Programs report through {@code io.listwatch.client.trace.TraceUpload}.
 *
 * <p>Bounded: {@value #MAX_PROGRAMS} programs with {@value #MAX_STEPS} steps each. A program that
 * is silent for five minutes is dropped.
 *
 * <p>Thread-safe.
 */
final class InformerSteps implements DebugDocument {
  static final int MAX_PROGRAMS = 16;
  static final int MAX_STEPS = 300;
  static final Duration MAX_SILENCE = Duration.ofMinutes(5);

  private static final int MAX_NAME = 64;
  private static final int MAX_TEXT = 200;
  private static final Set<String> PARTS =
      Set.of("list", "watch", "delta", "index", "handler", "queue");

  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  /** Programs by name. The one that has not reported for the longest time is first. */
  @GuardedBy("lock")
  private final Map<String, Program> programs = new LinkedHashMap<>();

  @GuardedBy("lock")
  private long lastNumber;

  InformerSteps(Timers timers) {
    this.timers = timers;
  }

  private static final class Program {
    final Deque<JsonObject> steps = new ArrayDeque<>();
    final String user;
    long dropped;
    long last;

    Program(String user) {
      this.user = user;
    }
  }

  /** Returns the steps after the number {@code ?after=}, by program. */
  @Override
  public CompletionStage<JsonObject> read(QueryParameters query) {
    Long after = query.integer("after");
    var json = new JsonObject();
    lock.lock();
    try {
      forgetSilentLocked();
      json.put("last", lastNumber);
      JsonArray items = json.putArray("items");
      programs.forEach(
          (name, program) -> describe(name, program, after == null ? 0 : after, items.addObject()));
    } finally {
      lock.unlock();
    }
    return completedStage(json);
  }

  private void describe(String name, Program program, long after, JsonObject json) {
    json.put("program", name)
        .put("user", program.user)
        .put("dropped", program.dropped)
        .put("silenceMillis", TimeUnit.NANOSECONDS.toMillis(timers.nanoTime() - program.last));
    JsonArray steps = json.putArray("steps");
    program.steps.stream().filter(step -> step.path("number").asLong() > after).forEach(steps::add);
  }

  /** Adds the steps of {@code {"program": …, "dropped": …, "steps": […]}}. */
  @Override
  public CompletionStage<JsonObject> accept(UserInfo user, JsonObject body) {
    String name = body.path("program").asText();
    if (name.isBlank() || name.length() > MAX_NAME) {
      String message =
          "program: %d characters (expected: 1 to %d)".formatted(name.length(), MAX_NAME);
      throw Status.of(StatusReason.BAD_REQUEST, message).toException();
    }
    lock.lock();
    try {
      forgetSilentLocked();
      Program program = programs.remove(name);
      if (program == null) {
        if (programs.size() >= MAX_PROGRAMS) {
          programs.remove(programs.keySet().iterator().next());
        }
        program = new Program(user.name());
      }
      programs.put(name, program);
      program.last = timers.nanoTime();
      program.dropped += Math.max(0, body.path("dropped").asLong());
      for (JsonValue step : body.path("steps")) {
        addLocked(program, step);
      }
    } finally {
      lock.unlock();
    }
    return completedStage(new JsonObject());
  }

  @GuardedBy("lock")
  private void addLocked(Program program, JsonValue step) {
    String part = step.path("part").asText();
    if (!PARTS.contains(part)) {
      return;
    }
    if (program.steps.size() == MAX_STEPS) {
      program.steps.removeFirst();
    }
    program.steps.addLast(
        new JsonObject()
            .put("number", ++lastNumber)
            .put("afterMillis", step.path("afterMillis").asLong())
            .put("part", part)
            .put("who", shortened(step.path("who").asText()))
            .put("what", shortened(step.path("what").asText()))
            .put("version", shortened(step.path("version").asText())));
  }

  @GuardedBy("lock")
  private void forgetSilentLocked() {
    programs.values().removeIf(each -> timers.nanoTime() - each.last > MAX_SILENCE.toNanos());
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 1) + "…";
  }
}
