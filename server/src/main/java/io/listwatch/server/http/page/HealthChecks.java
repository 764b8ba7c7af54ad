package io.listwatch.server.http.page;

import java.util.List;
import java.util.stream.Stream;

/**
 * The health checks of the server.
 *
 * @param live a failure means that the server should be restarted
 * @param ready a failure means that the server should get no requests
 */
public record HealthChecks(List<HealthCheck> live, List<HealthCheck> ready) {
  public static final HealthChecks NONE = new HealthChecks(List.of(), List.of());

  public HealthChecks {
    live = List.copyOf(live);
    ready = List.copyOf(ready);
  }

  /** Returns these checks with one more readiness check. */
  public HealthChecks andReady(HealthCheck last) {
    return new HealthChecks(live, Stream.concat(ready.stream(), Stream.of(last)).toList());
  }
}
