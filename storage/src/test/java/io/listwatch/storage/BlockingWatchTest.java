package io.listwatch.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BlockingWatchTest {
  private final Script script = new Script();
  private final BlockingWatch watch = new BlockingWatch(script::open);

  @Test
  void returnsAvailableChangesWithoutBlocking() throws InterruptedException {
    script.add(1);

    assertThat(watch.next()).isEqualTo(ChangeSet.progress(1));
  }

  @Test
  void doesNotMissAChangeDuringThePoll() throws InterruptedException {
    script.duringPoll =
        () -> {
          script.duringPoll = () -> {};
          script.add(1);
          script.onReadable.run();
        };

    assertThat(watch.next()).isEqualTo(ChangeSet.progress(1));
  }

  @Test
  void ignoresSpuriousSignals() throws Exception {
    var next = CompletableFuture.supplyAsync(this::next);
    script.onReadable.run();
    script.onReadable.run();

    script.add(2);
    script.onReadable.run();

    assertThat(next.get(30, TimeUnit.SECONDS)).isEqualTo(ChangeSet.progress(2));
  }

  @Test
  void wakeUpBeforeAReadEndsThatRead() throws InterruptedException {
    watch.wakeUp();
    watch.wakeUp();

    assertThat(watch.next()).isNull();
    script.add(1);
    assertThat(watch.next()).isNotNull();
  }

  @Test
  void returnsAvailableChangesBeforeTheWakeUp() throws InterruptedException {
    script.add(1);
    watch.wakeUp();

    assertThat(watch.next()).isNotNull();
    assertThat(watch.next()).isNull();
  }

  @Test
  void wakesUpABlockedReader() throws Exception {
    var next = CompletableFuture.supplyAsync(this::next);

    watch.wakeUp();

    assertThat(next.get(30, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void closeUnblocksTheReader() throws Exception {
    var next = CompletableFuture.supplyAsync(this::next);

    watch.close();

    assertThat(next.get(30, TimeUnit.SECONDS)).isNull();
    assertThat(watch.closed()).isTrue();
    assertThat(script.closed).isTrue();
    assertThat(watch.next()).isNull();
  }

  @Test
  void throwsTheFailureOnEachRead() {
    script.failure = new StorageClosedException();

    assertThatExceptionOfType(StorageClosedException.class).isThrownBy(watch::next);
    assertThatExceptionOfType(StorageClosedException.class).isThrownBy(watch::next);
  }

  @Test
  void interruptUnblocksTheReader() {
    Thread.currentThread().interrupt();

    assertThatExceptionOfType(InterruptedException.class).isThrownBy(watch::next);
  }

  private @Nullable ChangeSet next() {
    try {
      return watch.next();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A watch that returns the change sets added by the test. */
  private static final class Script implements StorageWatch {
    private final ArrayDeque<ChangeSet> sets = new ArrayDeque<>();
    private Runnable onReadable = () -> {};
    private Runnable duringPoll = () -> {};
    private @Nullable StorageException failure;
    private boolean closed;

    private StorageWatch open(Runnable signal) {
      onReadable = signal;
      return this;
    }

    private synchronized void add(long revision) {
      sets.add(ChangeSet.progress(revision));
    }

    @Override
    public @Nullable ChangeSet poll() {
      if (failure != null) {
        throw failure;
      }
      ChangeSet next = take();
      duringPoll.run();
      return next;
    }

    private synchronized @Nullable ChangeSet take() {
      return sets.poll();
    }

    @Override
    public void requestProgress() {}

    @Override
    public void close() {
      closed = true;
    }
  }
}
