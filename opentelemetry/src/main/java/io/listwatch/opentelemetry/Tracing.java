package io.listwatch.opentelemetry;

import io.listwatch.client.config.RequestObserver;
import io.listwatch.controller.Reconciler;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;

/**
 * Creates spans for the requests of a client and for the calls of a reconciler.
 *
 * <pre>{@code
 * var tracing = Tracing.of(openTelemetry);
 * ClientConfig config = ClientConfig.detect().with(c -> c.observer(tracing.requests()));
 * Controller.builder("labeller", tracing.reconciler("labeller", this::label))
 * }</pre>
 *
 * <p>Thread-safe. The application configures the SDK, its exporter and its propagators.
 */
public final class Tracing {
  /** The name of the instrumentation scope. */
  static final String SCOPE = "io.listwatch.opentelemetry";

  private final OpenTelemetry openTelemetry;
  private final Tracer tracer;

  private Tracing(OpenTelemetry openTelemetry) {
    this.openTelemetry = openTelemetry;
    this.tracer = openTelemetry.getTracer(SCOPE);
  }

  public static Tracing of(OpenTelemetry openTelemetry) {
    return new Tracing(openTelemetry);
  }

  /**
   * Returns an observer that creates a client span for each request, retries included, and adds the
   * headers of the configured propagators, such as {@code traceparent}. The span ends when the
   * response begins, so a watch outlives its span.
   */
  public RequestObserver requests() {
    return new RequestTracing(tracer, openTelemetry.getPropagators().getTextMapPropagator());
  }

  /**
   * Returns a reconciler that creates a span for each call. The requests that the call sends on its
   * own thread are children of that span.
   *
   * @param controller the name of the controller
   */
  public <R> Reconciler<R> reconciler(String controller, Reconciler<R> reconciler) {
    return new TracedReconciler<>(controller, reconciler, tracer);
  }
}
