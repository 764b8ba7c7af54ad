package io.listwatch.reflector;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A reflector on its own thread, in a controlled environment: the clock is manual, jitter is zero
 * unless requested, and store, listener and source record their calls. Closing it checks that no
 * thread, timer or open watch is left behind.
 */
final class ReflectorRun implements AutoCloseable {
  static final ReflectorPolicy LISTING =
      ReflectorPolicy.CLIENT.with(p -> p.streaming(false).overlap(Duration.ZERO));

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Awaitility polls once a millisecond at most; the properties wait thousands of times. */
  private static final long POLL_NANOS = 20_000;

  final ManualTimers timers = new ManualTimers();
  final RecordingStore store = new RecordingStore();
  final RecordingListener listener = new RecordingListener();
  final Reflector reflector;
  final Thread thread;

  private final PauseTimers pauses = new PauseTimers(timers);
  private final ObservedSource source;
  private final BooleanSupplier sourceExhausted;
  private volatile boolean interruptedAtTheEnd;
  private volatile boolean returned;
  private volatile @Nullable Throwable death;

  private ReflectorRun(
      ListerWatcher observed, BooleanSupplier exhausted, Consumer<ReflectorBuilder> changes) {
    source = new ObservedSource(observed);
    sourceExhausted = exhausted;
    var builder =
        Reflector.builder(source, store).timers(pauses).listener(listener).random(() -> 0);
    changes.accept(builder);
    reflector = builder.build();
    thread = new Thread(this::run, "reflector under test");
    thread.setDaemon(true);
  }

  private void run() {
    try {
      reflector.run();
    } catch (Throwable thrown) {
      death = thrown;
    } finally {
      interruptedAtTheEnd = Thread.currentThread().isInterrupted();
      returned = true;
    }
  }

  static ReflectorRun prepare(FakeCollection source, Consumer<ReflectorBuilder> changes) {
    return new ReflectorRun(source, source::readerWaits, changes);
  }

  static ReflectorRun start(FakeCollection source, Consumer<ReflectorBuilder> changes) {
    return prepare(source, changes).start();
  }

  static ReflectorRun start(FakeCollection source, ReflectorPolicy policy) {
    return start(source, builder -> builder.policy(policy));
  }

  static ReflectorRun prepare(ScriptedSource source, Consumer<ReflectorBuilder> changes) {
    return new ReflectorRun(source, source::exhausted, changes);
  }

  static ReflectorRun start(ScriptedSource source, Consumer<ReflectorBuilder> changes) {
    return prepare(source, changes).start();
  }

  static ReflectorRun start(ScriptedSource source, ReflectorPolicy policy) {
    return start(source, builder -> builder.policy(policy));
  }

  ReflectorRun start() {
    thread.start();
    return this;
  }

  /** Waits until the reflector can do nothing more before the source or the clock moves. */
  ReflectorRun settle() {
    return await(
        "the reflector to wait",
        () -> !thread.isAlive() || pauses.pausing() || sourceExhausted.getAsBoolean());
  }

  /** Moves the clock once the reflector waits, and waits until it has reacted. */
  ReflectorRun advance(Duration by) {
    settle();
    timers.advance(by);
    return settle();
  }

  /** Waits until the reflector pauses, and returns the lengths of all pauses so far. */
  List<Duration> awaitPause() {
    await("the reflector to pause", pauses::pausing);
    return pauses.lengths();
  }

  /** Advances the clock past the current pause. */
  ReflectorRun skipPause() {
    List<Duration> lengths = awaitPause();
    return advance(lengths.get(lengths.size() - 1));
  }

  /** Returns the lengths of all pauses so far. */
  List<Duration> pauses() {
    return pauses.lengths();
  }

  /** Returns every request so far, as a line such as {@code list any, 500 a page}. */
  List<String> asked() {
    return source.asked();
  }

  ReflectorStatus status() {
    return reflector.status();
  }

  ReflectorRun await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(
            "waited in vain for %s: %s, asked %s, stored %s"
                .formatted(what, status(), asked(), store.writes()));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return this;
  }

  /** Waits for {@code run} to return. Returns true if its thread was then interrupted. */
  boolean awaitReturn() {
    await("run to return", () -> returned);
    return interruptedAtTheEnd;
  }

  /** Returns the exception that ended {@code run}, if there was one. */
  @Nullable Throwable death() {
    return death;
  }

  @Override
  public void close() {
    reflector.close();
    if (thread.getState() != Thread.State.NEW) {
      awaitReturn();
    }
    assertThat(timers.pending()).as("timers left behind").isZero();
    // A successor that is still being opened is closed by the thread that opens it.
    await("the watches to be closed", () -> source.open() == 0);
  }
}
