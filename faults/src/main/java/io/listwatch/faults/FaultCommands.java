package io.listwatch.faults;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

import io.listwatch.faults.Effect.Answer;
import io.listwatch.faults.Effect.BreakOff;
import io.listwatch.faults.Effect.Cut;
import io.listwatch.faults.Effect.DelayBookmarks;
import io.listwatch.faults.Effect.Expire;
import io.listwatch.faults.Effect.Hold;
import io.listwatch.faults.Effect.MismatchDelta;
import io.listwatch.faults.Effect.Realistic;
import io.listwatch.faults.Effect.Split;
import io.listwatch.faults.Effect.Stale;
import io.listwatch.faults.Effect.StaleStart;
import io.listwatch.faults.Effect.Stall;
import io.listwatch.faults.Effect.SuppressBookmarks;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.http.interference.DeliveredPart;
import io.listwatch.storage.Key;
import io.listwatch.storage.Storage;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes the commands of a {@link FaultControl}.
 *
 * <p>Thread-safe.
 */
final class FaultCommands {
  private static final Logger log = LoggerFactory.getLogger(FaultCommands.class);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(50);

  /**
   * The faults that are used once unless the command has {@code times}: they affect single requests
   * or events.
   */
  private static final Set<String> ONCE = Set.of("answer", "cut", "mismatch");

  private static final int MOST_STREAMS = 1_000_000;
  private static final int MAX_SEEDED = 10;
  private static final int MAX_SHOWN = 300;

  /** A key outside of all served resources. */
  private static final Key HISTORY = Key.of("/listwatch/faults/history");

  private final Storage storage;
  private final SteppedTime time;
  private final ArmedFaults faults;
  private final OpenStreams streams;
  private final FaultJournal journal;
  private final Queue<ArmedFault> seeded = new ConcurrentLinkedQueue<>();

  FaultCommands(
      Storage storage,
      SteppedTime time,
      ArmedFaults faults,
      OpenStreams streams,
      FaultJournal journal) {
    this.storage = storage;
    this.time = time;
    this.faults = faults;
    this.streams = streams;
    this.journal = journal;
  }

  /** Executes a command and waits for its result. */
  String now(String json) {
    try {
      return submit(json).toCompletableFuture().join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }

  CompletionStage<String> submit(String json) {
    try {
      Command command = Command.parse(json);
      String word = command.requiredText("do");
      if (!word.equals("await") && !word.equals("status")) {
        journal.add("command: " + shortened(json));
      }
      return run(word, command);
    } catch (IllegalArgumentException wrong) {
      return failedStage(wrong);
    }
  }

  private static String shortened(String json) {
    return json.length() <= MAX_SHOWN ? json : json.substring(0, MAX_SHOWN) + "…";
  }

  private CompletionStage<String> run(String word, Command command) {
    return switch (word) {
      case "expire" -> expire(command);
      case "stale" -> stale(command);
      case "await" -> await(command);
      case "drop" -> completedStage(drop(command));
      case "release" -> completedStage(release(command));
      case "clear" -> completedStage(clear(command));
      case "freeze", "step", "resume" -> completedStage(moveTime(word, command));
      case "status" -> completedStage(status(command));
      default -> completedStage(arm(word, command));
    };
  }

  /**
   * Expires the history up to a write of its own, so that every client's resource version is older.
   */
  private CompletionStage<String> expire(Command command) {
    FaultMatch match = command.match();
    boolean byStatus = command.choice("shape", "event", "status").equals("status");
    long times = times(command, Long.MAX_VALUE);
    command.end();
    return storage
        .put(HISTORY, new byte[] {1})
        .thenApply(
            revision -> show(faults.arm("expire", match, new Expire(revision, byStatus), times)));
  }

  private CompletionStage<String> stale(Command command) {
    FaultMatch match = command.match();
    boolean lists = command.choice("of", "lists", "initialEvents").equals("lists");
    long times = times(command, Long.MAX_VALUE);
    command.end();
    return storage
        .currentRevision()
        .thenApply(revision -> lists ? new Stale(revision) : new StaleStart(revision))
        .thenApply(effect -> show(faults.arm("stale", match, effect, times)));
  }

  /** Arms a fault for a command that has no method of its own. */
  private String arm(String word, Command command) {
    FaultMatch match = command.match();
    long times = times(command, ONCE.contains(word) ? 1 : Long.MAX_VALUE);
    Effect effect = word.equals("cut") ? cut(match, command) : effect(word, command);
    command.end();
    ArmedFault fault = faults.arm(word, match, effect, times);
    if (effect instanceof Realistic) {
      remember(fault);
    }
    wake();
    return show(fault);
  }

  /** Rejects a cut in the middle of a watch, which has no end: {@code drop} breaks a watch. */
  private static Effect cut(FaultMatch match, Command command) {
    boolean nothing = command.choice("at", "start", "middle").equals("start");
    if (!nothing && Verb.WATCH.word().equals(match.verb())) {
      throw new IllegalArgumentException("at: middle of a watch (expected: start, or a drop)");
    }
    return new Cut(nothing ? DeliveredPart.NOTHING : DeliveredPart.HALF);
  }

  private void remember(ArmedFault fault) {
    seeded.add(fault);
    if (seeded.size() > MAX_SEEDED) {
      seeded.poll();
    }
  }

  private static long times(Command command, long otherwise) {
    return command.number("times", 1, Long.MAX_VALUE, otherwise);
  }

  private static Effect effect(String word, Command command) {
    return switch (word) {
      case "answer" -> new Answer(AnsweredStatus.of(command));
      case "stall" -> new Stall();
      case "split" ->
          new Split(
              (int) command.number("parts", 2, 1_000, 2), command.duration("pause", Duration.ZERO));
      case "mismatch" -> new MismatchDelta();
      case "hold" -> new Hold(new AtomicLong());
      case "bookmarks" -> bookmarks(command.duration("delay"));
      case "realistic" -> realistic(command);
      default ->
          throw new IllegalArgumentException(
              "do: %s (expected: answer, cut, expire, stale, drop, stall, split, mismatch, hold,"
                      .formatted(word)
                  + " bookmarks, realistic, release, await, clear, freeze, step, resume or"
                  + " status)");
    };
  }

  private static Effect bookmarks(@Nullable Duration delay) {
    return delay == null ? new SuppressBookmarks() : new DelayBookmarks(delay);
  }

  private static Effect realistic(Command command) {
    long seed = command.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 0);
    log.info("realistic mode is on, with seed {}", seed);
    return new Realistic(new RealisticMode(seed));
  }

  /** Breaks open streams at once, or each matching stream in the middle of its next event. */
  private String drop(Command command) {
    FaultMatch match = command.match();
    boolean inFrame = command.choice("at", "once", "frame").equals("frame");
    long times = times(command, inFrame ? 1 : Long.MAX_VALUE);
    command.end();
    ArmedFault fault = faults.arm("drop", match, new BreakOff(), inFrame ? times : 0);
    if (!inFrame) {
      streams
          .of(match)
          .limit(times)
          .forEach(
              stream -> {
                fault.hit();
                stream.drop();
              });
    }
    return show(fault);
  }

  private String release(Command command) {
    ArmedFault fault = faults.get(command.requiredText("id"));
    long events = command.number("events", 1, Integer.MAX_VALUE, 1);
    command.end();
    if (!(fault.effect() instanceof Hold hold)) {
      throw new IllegalArgumentException(
          "id: %s, which is %s (expected: hold)".formatted(fault.id(), fault.word()));
    }
    hold.released().addAndGet(events);
    wake();
    return show(fault);
  }

  private void wake() {
    streams.all().forEach(FaultyStream::wake);
  }

  /** Waits until a fault is hit, or without an id until streams are open. */
  private CompletionStage<String> await(Command command) {
    String id = command.text("id");
    if (id == null) {
      FaultMatch match = command.match();
      long count = command.number("streams", 1, MOST_STREAMS, 1);
      return withTimeout(
          command, streams.reached(match, count), () -> FaultStatus.of(streams.of(match).count()));
    }
    ArmedFault fault = faults.get(id);
    long hits = command.number("hits", 1, Long.MAX_VALUE, 1);
    return withTimeout(command, fault.reached(hits), () -> show(fault));
  }

  /** Completes when the stage does, or after the timeout of the command. */
  private CompletionStage<String> withTimeout(
      Command command, CompletableFuture<Void> reached, Supplier<String> answer) {
    Duration timeout = command.duration("timeout", DEFAULT_TIMEOUT);
    command.end();
    if (timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "timeout: %s (expected: at most %s)".formatted(timeout, MAX_TIMEOUT));
    }
    var late = time.real().schedule(timeout, () -> reached.complete(null));
    return reached.thenApply(done -> answer.get()).whenComplete((shown, failure) -> late.cancel());
  }

  /** Clears one fault or all. An id that is not armed is ignored. */
  private String clear(Command command) {
    String id = command.text("id");
    command.end();
    if (id == null) {
      clearAll();
    } else {
      faults.clear(id);
      wake();
    }
    return FaultStatus.of(faults, streams, time);
  }

  /** Clears all faults and resumes the clock. */
  void clearAll() {
    faults.clear();
    time.resume();
    wake();
  }

  private String moveTime(String word, Command command) {
    Duration by = word.equals("step") ? command.duration("by") : Duration.ZERO;
    command.end();
    if (by == null) {
      throw new IllegalArgumentException("by: absent (expected: a duration such as 1m)");
    }
    switch (word) {
      case "freeze" -> time.freeze();
      case "resume" -> time.resume();
      default -> time.step(by);
    }
    return FaultStatus.of(time);
  }

  private String status(Command command) {
    command.end();
    return FaultStatus.of(faults, streams, time);
  }

  /** Returns the most recent realistic modes, active or cleared. */
  List<String> seeds() {
    return seeded.stream().map(FaultCommands::show).toList();
  }

  private static String show(ArmedFault fault) {
    return FaultStatus.of(fault);
  }
}
