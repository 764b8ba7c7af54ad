package io.listwatch.trace;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerListener;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.SourceProvider;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceVersion;
import io.listwatch.time.Timers;
import io.listwatch.trace.TraceStep.Part;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reports every step of a change on its way through an informer: list, delta, index, handler, work
 * queue. It wraps the parts when they are built:
 *
 * <pre>{@code
 * var trace = Trace.to(TracePrinter.plain(System.out));
 * var factory = InformerFactory.builder(trace.source(client::listerWatcher))
 *     .options(pods, options -> options.listener(trace.listener("pods")))
 *     .build();
 * factory.informer(pods).addHandler(trace.handler("mine", handler));
 * }</pre>
 *
 * <p>Thread-safe. Each step is reported on the thread that makes it and delays that thread, so a
 * trace is meant for learning and diagnosis.
 */
public final class Trace {
  private final Consumer<? super TraceStep> steps;
  private final Timers timers;
  private final long start;

  private Trace(Consumer<? super TraceStep> steps, Timers timers) {
    this.steps = steps;
    this.timers = timers;
    this.start = timers.nanoTime();
  }

  /** Starts a trace now. */
  public static Trace to(Consumer<? super TraceStep> steps) {
    return to(steps, Timers.system());
  }

  /** Starts a trace with the given clock. */
  public static Trace to(Consumer<? super TraceStep> steps, Timers timers) {
    return new Trace(steps, timers);
  }

  /** Wraps a source so that each list, and each watch with its events, is reported. */
  public SourceProvider source(SourceProvider sources) {
    return new TracedSources(this, sources);
  }

  /**
   * Returns a listener that reports the deltas an informer takes from its queue, the store after
   * them, and failures; see {@link InformerFactory.Builder#options}.
   */
  public InformerListener listener(String informer) {
    return new TracingListener(this, informer);
  }

  /** Wraps a handler so that each call is reported before it is made. */
  public <T> ResourceHandler<T> handler(String name, ResourceHandler<T> handler) {
    return new ResourceHandler<>() {
      @Override
      public void onAdd(View<T> object, boolean initial) {
        reportHandler(name, (initial ? "add (initial) " : "add ") + object.key(), object);
        handler.onAdd(object, initial);
      }

      @Override
      public void onUpdate(View<T> previous, View<T> current) {
        reportHandler(name, "update " + current.key(), current);
        handler.onUpdate(previous, current);
      }

      @Override
      public void onDelete(View<T> last, boolean finalStateUnknown) {
        String unseen = finalStateUnknown ? " (inferred, not seen)" : "";
        reportHandler(name, "delete " + last.key() + unseen, last);
        handler.onDelete(last, finalStateUnknown);
      }
    };
  }

  private void reportHandler(String name, String what, View<?> object) {
    report(Part.HANDLER, name, what, object.version());
  }

  /**
   * Wraps a function that maps objects to requests so that each request it adds to the work queue
   * is reported; for {@link io.listwatch.controller.ControllerBuilder#watching}.
   */
  public <T, R> Function<View<T>, R> request(
      String controller, Function<? super View<T>, ? extends R> request) {
    return object -> {
      R made = request.apply(object);
      reportHandler(controller, "notified of " + object.key(), object);
      report(Part.QUEUE, controller, "add " + made, ResourceVersion.UNSET);
      return made;
    };
  }

  /**
   * Wraps a reconciler so that each request is reported when a worker takes it from the work queue
   * and when the worker is done with it.
   */
  public <R> Reconciler<R> reconciler(String controller, Reconciler<R> reconciler) {
    return request -> {
      report(Part.QUEUE, controller, "take " + request, ResourceVersion.UNSET);
      long began = timers.nanoTime();
      try {
        Reconciliation result = reconciler.reconcile(request);
        done(controller, request, began, "");
        return result;
      } catch (Exception failure) {
        done(controller, request, began, ", failed: " + failure.getMessage());
        throw failure;
      }
    };
  }

  private void done(String controller, Object request, long began, String end) {
    long millis = Duration.ofNanos(timers.nanoTime() - began).toMillis();
    String what = "done %s after %d ms%s".formatted(request, millis, end);
    report(Part.QUEUE, controller, what, ResourceVersion.UNSET);
  }

  void report(Part part, String who, String what, ResourceVersion version) {
    Duration after = Duration.ofNanos(timers.nanoTime() - start);
    steps.accept(new TraceStep(after, part, who, what, version));
  }
}
