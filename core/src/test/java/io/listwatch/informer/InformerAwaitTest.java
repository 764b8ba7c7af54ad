package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.resultOf;
import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for a state of an informer's objects. */
@Timeout(60)
final class InformerAwaitTest {
  private static final Duration LONG = Duration.ofDays(1);

  private final InformerRun run = new InformerRun();
  private final Informer<Resource> informer = run.informer;

  /** One permit for each call of a condition. */
  private final Semaphore looks = new Semaphore(0);

  @AfterEach
  void close() {
    run.close();
  }

  private static <T> CompletableFuture<T> start(Callable<T> wait) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return wait.call();
          } catch (RuntimeException failure) {
            throw failure;
          } catch (Exception failure) {
            throw new CompletionException(failure);
          }
        });
  }

  private <T> Predicate<T> looking(Predicate<T> condition) {
    return value -> {
      looks.release();
      return condition.test(value);
    };
  }

  /**
   * Waits for calls of the condition. The timer is set before the first call, and later changes
   * cause another.
   */
  private void awaitLooks(int count) throws InterruptedException {
    assertThat(looks.tryAcquire(count, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void returnsAtOnceIfTheConditionAlreadyHolds() throws Exception {
    Resource a = run.collection.put("a", "1");
    run.synced();

    assertThat(informer.await(key("a"), Optional::isPresent, Duration.ZERO).orElseThrow().get())
        .isEqualTo(a);
    assertThat(informer.await(all -> all.size() == 1, Duration.ZERO)).hasSize(1);
    assertThat(informer.await(key("b"), Optional::isEmpty, Duration.ZERO)).isEmpty();
  }

  @Test
  void changeEndsTheWait() throws Exception {
    run.synced();
    var one = start(() -> informer.await(key("a"), looking(Optional::isPresent), LONG));
    var all = start(() -> informer.await(looking(objects -> objects.size() == 2), LONG));
    awaitLooks(2);

    Resource a = run.collection.put("a", "1");
    run.collection.put("b", "1");

    assertThat(resultOf(one).orElseThrow().get()).isEqualTo(a);
    assertThat(resultOf(all)).hasSize(2);
    assertThat(run.timers.untilNext()).isNotEqualTo(LONG);
  }

  @Test
  void ownWriteEndsTheWait() throws Exception {
    run.synced();
    var one = start(() -> informer.await(key("a"), looking(Optional::isPresent), LONG));
    awaitLooks(1);

    informer.wrote(note("a", 100));

    assertThat(resultOf(one)).isPresent();
  }

  @Test
  void conditionIsCalledOnceForEachStateOfTheObject() throws Exception {
    run.collection.put("a", "1");
    run.synced();
    var asked = new AtomicInteger();
    var waiting =
        start(
            () ->
                informer.await(
                    key("a"),
                    looking(object -> asked.incrementAndGet() > 1 && object.isPresent()),
                    LONG));
    awaitLooks(1);

    run.collection.put("b", "1");
    run.collection.put("c", "1");
    InformerRun.until(() -> informer.list().size() == 3);
    run.collection.put("a", "2");

    assertThat(resultOf(waiting)).isPresent();
    assertThat(asked).hasValue(2);
  }

  @Test
  void timeoutMessageContainsTheLastState() throws Exception {
    run.collection.put("a", "1");
    run.collection.put("b", "1");
    run.synced();

    assertThatThrownBy(() -> informer.await(key("a"), Optional::isEmpty, Duration.ZERO))
        .isInstanceOf(AwaitTimeoutException.class)
        .hasMessage(
            "notes.test.listwatch.io: condition not met within PT0S; last seen: Note default/a @2");
    assertThatThrownBy(() -> informer.await(key("c"), Optional::isPresent, Duration.ZERO))
        .hasMessageEndingWith("last seen: no default/c @3");
    assertThatThrownBy(() -> informer.await(all -> all.size() == 9, Duration.ZERO))
        .hasMessageEndingWith(
            "last seen: snapshot of 2 objects @3: Note default/a @2, Note default/b @3");
  }

  @Test
  void timeoutMessageContainsTheInformersProblems() {
    assertThatThrownBy(() -> informer.await(all -> !all.isEmpty(), Duration.ZERO))
        .isInstanceOf(AwaitTimeoutException.class)
        .hasMessageContaining("snapshot of 0 objects")
        .hasMessageEndingWith("not listed yet; not synced yet");
  }

  @Test
  void manualClockEndsTheWait() throws Exception {
    run.synced();
    var one = start(() -> informer.await(key("a"), looking(Optional::isPresent), LONG));
    awaitLooks(1);

    run.timers.advance(LONG);

    assertThatThrownBy(() -> resultOf(one)).hasCauseInstanceOf(AwaitTimeoutException.class);
  }

  @Test
  void closeEndsTheWait() throws Exception {
    Informer<Resource> other = run.factory.informer(Notes.TYPE);
    run.synced();
    var one = start(() -> informer.await(key("a"), looking(Optional::isPresent), LONG));
    awaitLooks(1);

    informer.close();

    assertThatThrownBy(() -> resultOf(one)).hasCauseInstanceOf(IllegalStateException.class);
    assertThat(other.hasSynced()).isTrue();
  }
}
