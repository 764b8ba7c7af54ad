package io.listwatch.trace;

import io.listwatch.informer.InformerListener;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.store.Delta;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.trace.TraceStep.Part;
import java.util.List;
import java.util.Locale;

/**
 * Reports the deltas of an informer's queue, the state of its store, and its reflector's failures.
 */
final class TracingListener implements InformerListener {
  private final Trace trace;
  private final String informer;

  TracingListener(Trace trace, String informer) {
    this.trace = trace;
    this.informer = informer;
  }

  @Override
  public void onApplied(List<Delta> deltas, StoreSnapshot store) {
    for (Delta delta : deltas) {
      trace.report(Part.DELTA, informer, text(delta), delta.version());
    }
    trace.report(Part.INDEX, informer, store.size() + " objects", store.version());
  }

  private static String text(Delta delta) {
    String name = delta.getClass().getSimpleName();
    if (delta instanceof Delta.OfObject one) {
      return name + " " + one.key();
    }
    return delta instanceof Delta.ReplacedAll all
        ? "%s, %d objects".formatted(name, all.items().size())
        : name;
  }

  @Override
  public void onStateChange(ReflectorState from, ReflectorState to) {
    trace.report(
        Part.WATCH, informer, "now " + to.name().toLowerCase(Locale.ROOT), ResourceVersion.UNSET);
  }

  @Override
  public void onError(Exception error) {
    trace.report(Part.WATCH, informer, "failed: " + error.getMessage(), ResourceVersion.UNSET);
  }
}
