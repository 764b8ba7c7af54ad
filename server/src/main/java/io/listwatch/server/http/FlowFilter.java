package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.fairness.FlowControl;
import io.listwatch.server.fairness.FlowControl.Classification;
import io.listwatch.server.fairness.SeatRequest;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Makes each request wait for its seats, and rejects it if it gets none in time. A waiting request
 * holds no thread; if its client disconnects, it leaves its queue.
 *
 * <p>Threads: event loops.
 */
final class FlowFilter {
  private static final Set<Verb> READS = EnumSet.of(Verb.GET, Verb.LIST, Verb.WATCH);

  /**
   * The HTTP methods that read a path. An empty verb stands for a method that resources do not
   * have.
   */
  private static final Set<String> READING_METHODS = Set.of("get", "head", "options", "");

  /** A request may wait in a queue for at most its deadline divided by this number. */
  private static final int WAIT_PART = 4;

  private static final Duration MAX_WAIT = Duration.ofMinutes(1);

  private final FlowControl control;
  private final RequestWork work;
  private final Timers timers;
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();

  FlowFilter(FlowControl control, RequestWork work, Timers timers) {
    this.control = control;
    this.work = work;
    this.timers = timers;
  }

  /**
   * Returns the number of read-only requests in execution. A watch counts until it is initialized.
   */
  int reads() {
    return reads.get();
  }

  int writes() {
    return writes.get();
  }

  /**
   * Returns the response of {@code next}, or a rejection.
   *
   * @param deadline the total time that the request may take
   * @param next executes the request on its event loop; must not throw
   */
  HttpResponse handle(
      Exchange exchange,
      AccessRequest request,
      Duration deadline,
      Function<Exchange, HttpResponse> next) {
    ServiceRequestContext context = exchange.context();
    Classification found = control.classify(request);
    context.mutateAdditionalResponseHeaders(
        headers ->
            headers
                .set("x-kubernetes-pf-flowschema-uid", found.schemaUid())
                .set("x-kubernetes-pf-prioritylevel-uid", found.levelUid()));
    work.watches(request).ifPresent(count -> control.watched(found, count));
    SeatRequest seats =
        control.start(
            found,
            work.seats(exchange, request, found.maxSeats()),
            found.isExempt() ? work.bytes(exchange, request) : 0);
    CompletableFuture<Boolean> decision = seats.decision().toCompletableFuture();
    if (decision.isDone()) {
      return decided(decision.join(), found, seats, exchange, request, next);
    }
    AfterStage.run(context.log().whenComplete(), Runnable::run, seats::leave);
    Timers.Timer timer = timers.schedule(maxWait(deadline), seats::timeOut);
    return HttpResponse.of(
        decision.thenApplyAsync(
            execute -> {
              timer.cancel();
              return decided(execute, found, seats, exchange, request, next);
            },
            context.eventLoop()));
  }

  private static Duration maxWait(Duration deadline) {
    Duration part = deadline.dividedBy(WAIT_PART);
    return part.isZero() || part.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : part;
  }

  private HttpResponse decided(
      boolean execute,
      Classification found,
      SeatRequest seats,
      Exchange exchange,
      AccessRequest request,
      Function<Exchange, HttpResponse> next) {
    if (!execute) {
      return Responses.afterBody(exchange, tooMany(control.retryAfter(found)));
    }
    Runnable counted = count(request);
    Runnable release =
        () -> {
          seats.leave();
          counted.run();
        };
    var whenOver = exchange.context().log().whenComplete();
    AfterStage.run(whenOver, Runnable::run, release);
    if (exchange.watches()) {
      AfterStage.run(whenOver, Runnable::run, work.watching(exchange, request));
    }
    return next.apply(exchange.with(release));
  }

  /**
   * Counts a request as in flight. Returns a task that ends the count; later runs of the task do
   * nothing.
   */
  private Runnable count(AccessRequest request) {
    AtomicInteger counter = isRead(request) ? reads : writes;
    counter.incrementAndGet();
    var open = new AtomicBoolean(true);
    return () -> {
      if (open.getAndSet(false)) {
        counter.decrementAndGet();
      }
    };
  }

  private static boolean isRead(AccessRequest request) {
    return Verb.isAny(request.verb(), READS) || READING_METHODS.contains(request.verb());
  }

  private static HttpResponse tooMany(long retryAfter) {
    return HttpResponse.of(
        Responses.headers(429, Responses.TEXT)
            .set(HttpHeaderNames.RETRY_AFTER, Long.toString(retryAfter))
            .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
            .build(),
        HttpData.ofUtf8("Too many requests, please try again later.\n"));
  }
}
