package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceList;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent.Added;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Close ends a reflector in every state. Closing the {@link ReflectorRun} checks each time that
 * {@code run} returns and that no timer and no watch is left.
 */
final class CloseTest {
  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  @Test
  void runsOnlyOnce() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      assertThatThrownBy(run.reflector::run).isInstanceOf(IllegalStateException.class);

      collection.put("a", "1");
      run.settle();

      assertThat(run.store.objects()).isEqualTo(collection.objects());
      assertThat(run.status().state()).isEqualTo(ReflectorState.WATCHING);
    }
  }

  @Test
  void closeInterruptsAList() {
    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.asked()).containsExactly("list any, 500 a page");

      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.status().state()).isEqualTo(ReflectorState.STOPPED);
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void closeInterruptsTheOpeningOfAWatch() {
    source.lists(version(1));
    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.asked()).endsWith("watch after 1");

      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void closeEndsTheReadingOfAWatch() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(collection.openWatches()).isZero();
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void closeEndsTheReadingOfInitialEvents() {
    source.watches(new FakeWatch(new Added(note("a", 2))));
    try (var run = ReflectorRun.start(source, CLIENT).settle()) {
      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.store.writes()).isEmpty();
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void closeEndsTheBackoffBeforeAList() {
    collection.failNextList(Failures.internalError());
    try (var run = ReflectorRun.start(collection, LISTING)) {
      run.awaitPause();

      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.asked()).hasSize(1);
    }
  }

  /** client-go waits for up to a minute. */
  @Test
  void closeEndsTheBackoffBeforeAStream() {
    collection.failNextWatch(Failures.tooManyRequests());
    try (var run = ReflectorRun.start(collection, CLIENT)) {
      run.awaitPause();

      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.asked()).hasSize(1);
    }
  }

  @Test
  void closeEndsTheBackoffBeforeAWatch() {
    collection.failNextWatch(Failures.unavailable());
    try (var run = ReflectorRun.start(collection, LISTING)) {
      run.awaitPause();

      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.asked()).hasSize(2);
    }
  }

  @Test
  void closeDoesNotInterruptTheStore() throws Exception {
    var interrupted = new AtomicBoolean();
    var writing = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    try (var run = ReflectorRun.prepare(collection, builder -> builder.policy(LISTING))) {
      run.store.beforeNextWrite(
          () -> {
            writing.countDown();
            interrupted.set(!awaited(closed));
          });
      run.start();
      writing.await();

      run.reflector.close();
      closed.countDown();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(interrupted).isFalse();
      assertThat(run.store.writes()).hasSize(1);
      assertThat(run.asked()).containsExactly("list any, 500 a page");
    }
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      latch.await();
      return !Thread.currentThread().isInterrupted();
    } catch (InterruptedException interrupted) {
      return false;
    }
  }

  @Test
  void writesNothingAfterAWriteThatClosesTheReflector() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.store.beforeNextWrite(
          () -> {
            run.reflector.close();
            run.reflector.resync();
          });

      collection.put("a", "1");
      collection.put("a", "2");

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.store.writes()).containsExactly("replace [] at 1", "add a@2");
    }
  }

  /** The stream that had filled the store once left its watchdog behind. */
  @Test
  void closeBetweenFetchAndFollowLeavesNothingBehind() {
    try (var run = ReflectorRun.prepare(collection, builder -> {})) {
      run.store.beforeNextWrite(run.reflector::close);
      run.start();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.timers.pending()).isZero();
    }
  }

  @Test
  void exceptionOfAnInterruptedListIsNotAFailure() {
    source.lists(
        () -> {
          throw failureOfAnInterrupt();
        });
    try (var run = ReflectorRun.start(source, LISTING)) {
      run.await("the list", () -> run.asked().size() == 1);

      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void exceptionOfAnInterruptedWatchRequestIsNotAFailure() {
    source.lists(version(1));
    source.watches(
        () -> {
          throw failureOfAnInterrupt();
        });
    try (var run = ReflectorRun.start(source, LISTING)) {
      run.await("the watch", () -> run.asked().size() == 2);

      run.reflector.close();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  private static ApiException failureOfAnInterrupt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return new UnavailableException("interrupted");
  }

  @Test
  void closesAWatchThatIsOpenedDuringTheClose() {
    var reflector = new AtomicReference<Reflector>();
    source.lists(version(1));
    source.watches(
        () -> {
          reflector.get().close();
          return new FakeWatch();
        });
    try (var run = ReflectorRun.prepare(source, builder -> builder.policy(LISTING))) {
      reflector.set(run.reflector);
      run.start();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void interruptDoesNotLeakPastAListThatReturnsDuringTheClose() {
    var reflector = new AtomicReference<Reflector>();
    source.lists(
        () -> {
          reflector.get().close();
          return ResourceList.of(List.of(), version(1));
        });
    try (var run = ReflectorRun.prepare(source, builder -> builder.policy(LISTING))) {
      reflector.set(run.reflector);
      run.start();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.store.writes()).isEmpty();
    }
  }

  @Test
  void closeBeforeTheStartPreventsTheRun() {
    try (var run = ReflectorRun.prepare(collection, builder -> builder.policy(LISTING))) {
      run.reflector.close();
      run.start();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.asked()).isEmpty();
      assertThat(run.status().state()).isEqualTo(ReflectorState.STOPPED);
    }
  }

  @Test
  void secondCloseIsHarmless() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.reflector.close();
      run.awaitReturn();
      run.reflector.close();

      assertThat(run.listener.states()).endsWith(ReflectorState.STOPPED);
      assertThat(run.listener.states()).containsOnlyOnce(ReflectorState.STOPPED);
    }
  }

  @Test
  void closeFromTheReflectorsThreadWorks() {
    collection.failNextList(Failures.internalError());
    var self = new Closer();
    try (var run =
        ReflectorRun.prepare(collection, builder -> builder.policy(LISTING).listener(self))) {
      self.reflector = run.reflector;
      run.start();

      assertThat(run.awaitReturn()).isFalse();
      assertThat(run.asked()).hasSize(1);
    }
  }

  @Test
  void externalInterruptEndsAList() {
    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      run.thread.interrupt();

      assertThat(run.awaitReturn()).isTrue();
      assertThat(run.status().state()).isEqualTo(ReflectorState.STOPPED);
    }
  }

  @Test
  void externalInterruptEndsTheReadingOfAWatch() {
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      run.thread.interrupt();

      assertThat(run.awaitReturn()).isTrue();
      assertThat(collection.openWatches()).isZero();
    }
  }

  @Test
  void externalInterruptEndsABackoff() {
    collection.failNextList(Failures.internalError());
    try (var run = ReflectorRun.start(collection, LISTING)) {
      run.awaitPause();

      run.thread.interrupt();

      assertThat(run.awaitReturn()).isTrue();
    }
  }

  /** A pause that never began once left its timer behind. */
  @Test
  void interruptFlagSetByTheSourceEndsTheNextBackoff() {
    source.lists(
        () -> {
          Thread.currentThread().interrupt();
          throw new UnavailableException("interrupted");
        });
    try (var run = ReflectorRun.start(source, LISTING)) {
      assertThat(run.awaitReturn()).isTrue();
      assertThat(run.timers.pending()).isZero();
    }
  }

  @Test
  void javaErrorEndsTheReflectorAndIsReported() {
    var error = new NoClassDefFoundError("a jar is missing");
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      run.store.beforeNextWrite(
          () -> {
            throw error;
          });

      collection.put("a", "1");
      run.awaitReturn();

      assertThat(run.death()).isSameAs(error);
      assertThat(run.status().lastError()).isSameAs(error);
      assertThat(run.status().healthy()).isFalse();
      assertThat(collection.openWatches()).isZero();
    }
  }

  /** A watch that was just opened once left its watchdog behind. */
  @Test
  void javaErrorOfTheListenerLeavesNothingBehind() {
    var error = new NoClassDefFoundError("a jar is missing");
    try (var run =
        ReflectorRun.start(
            collection, builder -> builder.policy(LISTING).listener(new Failing(error)))) {
      run.awaitReturn();

      assertThat(run.death()).isSameAs(error);
      assertThat(run.timers.pending()).isZero();
    }
  }

  private record Failing(Error error) implements ReflectorListener {
    @Override
    public void onStateChange(ReflectorState from, ReflectorState to) {
      if (to == ReflectorState.WATCHING) {
        throw error;
      }
    }
  }

  private static final class Closer implements ReflectorListener {
    private volatile @Nullable Reflector reflector;

    @Override
    public void onError(Exception error) {
      requireNonNull(reflector).close();
    }
  }
}
