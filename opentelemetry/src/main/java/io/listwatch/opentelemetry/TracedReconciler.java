package io.listwatch.opentelemetry;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/**
 * Creates a span for each call of a reconciler.
 *
 * <p>Threads: like the reconciler.
 */
final class TracedReconciler<R> implements Reconciler<R> {
  private static final AttributeKey<String> CONTROLLER =
      AttributeKey.stringKey("listwatch.controller");
  private static final AttributeKey<String> REQUEST = AttributeKey.stringKey("listwatch.request");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("listwatch.outcome");
  private static final AttributeKey<Long> RETRIES = AttributeKey.longKey("listwatch.retries");

  private final String controller;
  private final Reconciler<R> reconciler;
  private final Tracer tracer;

  TracedReconciler(String controller, Reconciler<R> reconciler, Tracer tracer) {
    this.controller = controller;
    this.reconciler = reconciler;
    this.tracer = tracer;
  }

  @Override
  public Reconciliation reconcile(R request) throws Exception {
    return reconcile(request, 0);
  }

  @Override
  public Reconciliation reconcile(R request, int failures) throws Exception {
    Span span = start(request, failures);
    try {
      Reconciliation result =
          Context.current().with(span).wrap(() -> reconciler.reconcile(request, failures)).call();
      span.setAttribute(OUTCOME, outcome(result));
      return result;
    } catch (Throwable failure) {
      span.setAttribute(OUTCOME, "failed");
      Failures.record(span, failure);
      throw failure;
    } finally {
      span.end();
    }
  }

  /**
   * Each call begins a new trace, because it is about the current objects and not about one event.
   */
  private Span start(R request, int failures) {
    return tracer
        .spanBuilder("reconcile " + controller)
        .setNoParent()
        .setAttribute(CONTROLLER, controller)
        .setAttribute(REQUEST, request.toString())
        .setAttribute(RETRIES, (long) failures)
        .startSpan();
  }

  private static String outcome(Reconciliation result) {
    if (result instanceof Reconciliation.Again) {
      return "again";
    }
    return result instanceof Reconciliation.Retry ? "retry" : "done";
  }
}
