package io.listwatch.controller;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.workqueue.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reconciles of changes, and the handling of a reconciler's results. */
@Timeout(60)
final class ControllerTest extends ControllerFixture {
  private static final JsonPath TEXT = JsonPath.of("text");

  @Test
  void everyExistingObjectIsReconciledOnce() throws InterruptedException {
    notes.put("a", "1");
    notes.put("b", "1");
    notes.put("c", "1");

    start(Controller.builder("test", this::report).watching(informer, View::key));

    assertThat(upTo(key("c"))).containsExactly(key("a"), key("b"), key("c"));
  }

  @Test
  void eachAddUpdateAndDeleteCausesOneReconcile() throws InterruptedException {
    start(Controller.builder("test", this::report).watching(informer, View::key));

    notes.put("a", "1");
    assertThat(next()).isEqualTo(key("a"));
    notes.put("a", "2");
    assertThat(next()).isEqualTo(key("a"));
    notes.delete("a");
    assertThat(next()).isEqualTo(key("a"));
    notes.put("end", "1");

    assertThat(next()).isEqualTo(key("end"));
  }

  @Test
  void changesDuringAReconcileCauseOneMoreReconcile() throws InterruptedException {
    var release = new CountDownLatch(1);
    var controller =
        start(
            Controller.builder(
                    "test",
                    key -> {
                      Reconciliation result = report(key);
                      release.await();
                      return result;
                    })
                .watching(informer, View::key));
    notes.put("a", "0");
    assertThat(next()).isEqualTo(key("a"));

    for (int i = 1; i <= 10; i++) {
      notes.put("a", "" + i);
    }
    notes.put("end", "1");
    soon().until(() -> controller.backlog() == 1);
    release.countDown();

    // The end was queued during the first run of a, and therefore comes before its second run.
    assertThat(upTo(key("a"))).containsExactly(key("end"), key("a"));
    notes.put("really", "1");
    assertThat(next()).isEqualTo(key("really"));
  }

  @Test
  void updateRequestsBothThePreviousAndTheCurrentReference() throws InterruptedException {
    start(Controller.builderOf("test", this::report).watching(informer, this::text));
    notes.put("a", "old");
    assertThat(next()).isEqualTo("old");
    settle();

    notes.put("a", "new");
    notes.put("b", "end");

    assertThat(upTo("end")).containsExactly("old", "new", "end");
  }

  @Test
  void objectMayMapToManyRequestsOrNone() throws InterruptedException {
    start(
        Controller.builderOf("test", this::report)
            .watchingMany(
                informer,
                note -> text(note).isEmpty() ? List.of() : List.of(text(note).split(","))));

    notes.put("none", "");
    notes.put("a", "1,2,3");
    notes.put("b", "end");

    assertThat(upTo("end")).containsExactly("1", "2", "3", "end");
  }

  @Test
  void predicateFiltersObjectsByTheirHeader() throws InterruptedException {
    start(
        Controller.builder("test", this::report)
            .watching(informer, View::key, note -> !note.key().name().startsWith("draft")));

    notes.put("draft-1", "1");
    notes.put("a", "1");
    notes.put("draft-1", "2");
    notes.delete("draft-1");
    notes.put("end", "1");

    assertThat(upTo(key("end"))).containsExactly(key("a"), key("end"));
  }

  /** Otherwise the owner that the object referred to before the update would not be reconciled. */
  @Test
  void objectThatNoLongerMatchesIsReconciledOnceMore() throws InterruptedException {
    start(
        Controller.builderOf("test", this::report)
            .watching(informer, this::text, note -> !text(note).equals("unwanted")));
    notes.put("a", "wanted");
    assertThat(next()).isEqualTo("wanted");
    settle();

    notes.put("a", "unwanted");
    notes.put("b", "end");

    assertThat(upTo("end")).containsExactly("wanted", "end");
  }

  @Test
  void failureForOneStateDoesNotDropRequestsOfTheOther() throws InterruptedException {
    start(
        Controller.builderOf("test", this::report)
            .watching(
                informer,
                note -> {
                  if (text(note).equals("poison")) {
                    throw new IllegalStateException("on purpose");
                  }
                  return text(note);
                }));
    notes.put("a", "good");
    assertThat(next()).isEqualTo("good");
    settle();

    notes.put("a", "poison");
    notes.put("a", "cured");
    notes.put("b", "end");

    assertThat(upTo("end")).containsExactly("good", "cured", "end");
  }

  @Test
  void requestWithoutAChangeIsReconciled() throws InterruptedException {
    var controller = start(Controller.<String>builderOf("test", this::report));

    controller.request("by hand");

    assertThat(next()).isEqualTo("by hand");
  }

  @Test
  void failureIsReportedAndRetriedWithAGrowingDelay() throws InterruptedException {
    var failures = new LinkedBlockingQueue<String>();
    var failing = new AtomicInteger(4);
    var controller =
        start(
            Controller.<String>builderOf(
                    "test",
                    request -> {
                      if (failing.getAndDecrement() > 0) {
                        throw new IllegalStateException("on purpose");
                      }
                      return report(request);
                    })
                .listener(
                    (request, failure, times) ->
                        failures.add(request + " " + failure.getMessage() + " " + times)));

    controller.request("a");
    for (int i = 0; i < 4; i++) {
      assertThat(failures.take()).isEqualTo("a on purpose " + (i + 1));
      assertThat(timers.untilNext()).isEqualTo(ofMillis(5L << i));
      timers.advance(ofMillis(5L << i));
    }
    assertThat(next()).isEqualTo("a");

    // After a success the failure count starts again.
    failing.set(1);
    controller.request("a");
    assertThat(failures.take()).isEqualTo("a on purpose 1");
    assertThat(timers.untilNext()).isEqualTo(ofMillis(5));
  }

  @Test
  void givesUpAfterTheAttemptsAndBeginsAnewWithTheNextChange() throws InterruptedException {
    var calls = new LinkedBlockingQueue<String>();
    start(
        Controller.builder(
                "test",
                key -> {
                  throw new IllegalStateException("on purpose");
                })
            .watching(informer, View::key)
            .retry(RetryPolicy.DEFAULT.delays(ofMillis(7), ofMinutes(1)).attempts(2))
            .listener(new RecordedFailures<>(calls)));

    for (int round = 0; round < 2; round++) {
      notes.put("a", "" + round);
      assertThat(calls.take()).isEqualTo("failure 1");
      soon().until(() -> ofMillis(7).equals(timers.untilNext()));
      timers.advance(ofMillis(7));
      assertThat(calls.take()).isEqualTo("failure 2");
      assertThat(calls.take()).isEqualTo("given up");
    }
    assertThat(metrics.count("controller_reconcile_given_up_total{controller=test}")).isEqualTo(2);
  }

  @Test
  void givesUpAtOnceOnAFailureThatIsNotRetryable() throws InterruptedException {
    var calls = new LinkedBlockingQueue<String>();
    var controller =
        start(
            Controller.<String>builderOf(
                    "test",
                    request -> {
                      throw new IllegalArgumentException("on purpose");
                    })
                .retry(RetryPolicy.DEFAULT.unless(IllegalArgumentException.class::isInstance))
                .listener(new RecordedFailures<>(calls)));

    controller.request("a");

    assertThat(calls.take()).isEqualTo("failure 1");
    assertThat(calls.take()).isEqualTo("given up");
  }

  /** Records failures, and requests that are given up. */
  private record RecordedFailures<R>(BlockingQueue<String> calls) implements ControllerListener<R> {
    @Override
    public void onFailure(R request, Throwable failure, int failures) {
      calls.add("failure " + failures);
    }

    @Override
    public void onGivenUp(R request, Throwable failure) {
      calls.add("given up");
    }
  }

  @Test
  void againReconcilesAfterItsDelay() throws InterruptedException {
    var controller =
        start(
            Controller.<String>builderOf(
                "test",
                request -> {
                  report(request);
                  return Reconciliation.again(ofMinutes(1));
                }));

    controller.request("a");

    for (int i = 0; i < 3; i++) {
      assertThat(next()).isEqualTo("a");
      soon().until(() -> ofMinutes(1).equals(timers.untilNext()));
      timers.advance(ofMinutes(1));
    }
  }

  @Test
  void retryIsDelayedLikeAFailureButNotReported() throws InterruptedException {
    var failures = new LinkedBlockingQueue<Throwable>();
    var controller =
        start(
            Controller.<String>builderOf(
                    "test",
                    request -> {
                      report(request);
                      return Reconciliation.retry();
                    })
                .listener((request, failure, times) -> failures.add(failure)));

    controller.request("a");

    for (int i = 0; i < 5; i++) {
      Duration delay = ofMillis(5L << i);
      assertThat(next()).isEqualTo("a");
      soon().until(() -> delay.equals(timers.untilNext()));
      timers.advance(delay);
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void reconcilerGetsTheNumberOfFailures() throws InterruptedException {
    var counts = new LinkedBlockingQueue<Integer>();
    var controller = start(Controller.builderOf("test", new FailingTwice(counts)));

    controller.request("a");

    for (int i = 0; i < 2; i++) {
      Duration delay = ofMillis(5L << i);
      assertThat(counts.take()).isEqualTo(i);
      soon().until(() -> delay.equals(timers.untilNext()));
      timers.advance(delay);
    }
    assertThat(counts.take()).isEqualTo(2);
    controller.request("a");
    assertThat(counts.take()).isZero();
  }

  private record FailingTwice(BlockingQueue<Integer> counts) implements Reconciler<String> {
    @Override
    public Reconciliation reconcile(String request) {
      throw new AssertionError("not called by a controller");
    }

    @Override
    public Reconciliation reconcile(String request, int failures) {
      counts.add(failures);
      return failures < 2 ? Reconciliation.retry() : Reconciliation.done();
    }
  }

  @Test
  void rejectsADelayThatIsNotPositive() {
    assertThatThrownBy(() -> Reconciliation.again(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("delay: PT0S (expected: more than 0)");
  }

  @Test
  void misbehavingReconcilerDoesNotEndItsWorker() throws InterruptedException {
    var failed = new LinkedBlockingQueue<String>();
    var workers = ConcurrentHashMap.<Thread>newKeySet();
    var controller =
        start(
            Controller.<String>builderOf("test", request -> misbehave(request, workers))
                .listener(
                    (request, failure, times) -> {
                      failed.add(request);
                      throw new AssertionError("the listener, too");
                    }));

    for (String request : List.of("error", "checked", "interrupted", "null")) {
      controller.request(request);
      assertThat(failed.take()).isEqualTo(request);
    }
    controller.request("leaves the flag");
    controller.request("end");

    assertThat(next()).isEqualTo("end");
    assertThat(workers).hasSize(1);
  }

  @SuppressWarnings("NullAway") // a reconciler in code without nullness checks may return null
  private Reconciliation misbehave(String request, Set<Thread> workers) throws Exception {
    workers.add(Thread.currentThread());
    switch (request) {
      case "error" -> throw new StackOverflowError("on purpose");
      case "checked" -> throw new Exception("on purpose");
      case "interrupted" -> throw new InterruptedException("on purpose");
      case "null" -> {
        return null;
      }
      case "leaves the flag" -> Thread.currentThread().interrupt();
      default -> report(request);
    }
    return Reconciliation.done();
  }

  @Test
  void throwingLimiterDoesNotEndAWorker() throws InterruptedException {
    var controller =
        start(
            Controller.<String>builderOf(
                    "test",
                    request -> {
                      report(request);
                      throw new IllegalStateException("on purpose");
                    })
                .limiter(new BrokenLimiter()));

    controller.request("a");
    controller.request("b");

    assertThat(upTo("b")).containsExactly("a", "b");
  }

  @Test
  void reconcileOutcomesAreCounted() throws InterruptedException {
    var controller =
        start(
            Controller.<String>builderOf(
                "test",
                request -> {
                  if (request.equals("bad")) {
                    throw new IllegalStateException("on purpose");
                  }
                  return Reconciliation.done();
                }));

    controller.request("good");
    controller.request("bad");
    controller.request("better");

    assertThat(controller.drain(ofMinutes(1))).isTrue();
    assertThat(metrics.count("controller_reconcile_successes_total{controller=test}")).isEqualTo(2);
    assertThat(metrics.count("controller_reconcile_errors_total{controller=test}")).isEqualTo(1);
    assertThat(metrics.count("controller_reconcile_duration_seconds{controller=test}"))
        .isEqualTo(3);
    assertThat(metrics.count("workqueue_adds_total{name=test}")).isEqualTo(3);
    assertThat(metrics.gauges()).isEmpty();
  }

  @Test
  void noRequestIsProcessedTwiceAtATimeOrLost() throws InterruptedException {
    int requests = 8;
    var atWork = new ConcurrentHashMap<Integer, Thread>();
    var seen = new ConcurrentHashMap<Integer, Integer>();
    var wanted = new ConcurrentHashMap<Integer, Integer>();
    BlockingQueue<String> collisions = new LinkedBlockingQueue<>();
    var controller =
        start(
            Controller.<Integer>builderOf(
                    "stress",
                    request -> {
                      if (atWork.putIfAbsent(request, Thread.currentThread()) != null) {
                        collisions.add("two workers with " + request);
                      }
                      seen.put(request, wanted.get(request));
                      atWork.remove(request);
                      return Reconciliation.done();
                    })
                .workers(4));

    for (int i = 0; i < 50_000; i++) {
      wanted.merge(i % requests, 1, Integer::sum);
      controller.request(i % requests);
    }

    assertThat(controller.drain(ofMinutes(1))).isTrue();
    assertThat(collisions).isEmpty();
    assertThat(seen).isEqualTo(wanted);
  }

  private String text(View<?> note) {
    return note.text(TEXT).orElse("");
  }

  private <R> Controller<R> start(ControllerBuilder<R> builder) {
    Controller<R> controller = toClose(builder.timers(timers).metrics(metrics).build());
    controller.start();
    return controller;
  }

  /** A user's limiter that throws. */
  private static final class BrokenLimiter implements RateLimiter<String> {
    @Override
    public Duration next(String item) {
      throw new IllegalStateException("on purpose");
    }

    @Override
    public void forget(String item) {}

    @Override
    public int failures(String item) {
      throw new IllegalStateException("on purpose");
    }
  }
}
