package io.listwatch.informer;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.UnreadableObject;
import java.util.Collection;

/** Records each call as a line and then throws, which must not matter. */
final class ReportingListener implements InformerListener {
  private final Collection<String> reports;

  ReportingListener(Collection<String> reports) {
    this.reports = reports;
  }

  @Override
  public void onUnreadable(UnreadableObject object) {
    report("unreadable " + object);
  }

  @Override
  public void onHandlerFailure(String handler, Throwable failure) {
    report("handler " + handler + " " + failure.getMessage());
  }

  @Override
  public void onIndexFailure(String index, ResourceKey key, RuntimeException failure) {
    report("index " + index + " " + key + " " + failure.getMessage());
  }

  @Override
  public void onMutation(ResourceKey key) {
    report("mutation " + key);
  }

  private void report(String report) {
    reports.add(report);
    throw new IllegalStateException("a listener that throws");
  }
}
