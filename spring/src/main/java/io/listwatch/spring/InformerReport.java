package io.listwatch.spring;

import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerHealth;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The state of all informers and of the election, for health endpoints.
 *
 * <p>Thread-safe.
 */
final class InformerReport {
  private final InformerFactory informers;
  private final ControllerLifecycle lifecycle;

  InformerReport(InformerFactory informers, ControllerLifecycle lifecycle) {
    this.informers = informers;
    this.lifecycle = lifecycle;
  }

  /** True if every informer has synced and is being kept up to date. */
  boolean healthy() {
    return informers.health().values().stream().allMatch(InformerHealth::healthy);
  }

  /** Returns the number of objects of each healthy informer, and the problems of others. */
  Map<String, Object> details() {
    var details = new LinkedHashMap<String, Object>();
    informers
        .health()
        .forEach(
            (name, health) ->
                details.put(name, health.healthy() ? health.objects() : health.problems()));
    lifecycle.leads().ifPresent(leads -> details.put("leader", leads));
    return details;
  }
}
