package io.listwatch.server.http.page;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is looked at to say how the server is.
 *
 * @param live whether it should be left running
 * @param ready whether it should be sent requests
 */
public record HealthChecks(List<HealthCheck> live, List<HealthCheck> ready) {
  public static final HealthChecks NONE = new HealthChecks(List.of(), List.of());

  public HealthChecks {
    live = List.copyOf(live);
    ready = List.copyOf(ready);
  }

  /** The same and one more, of whether the server is ready. */
  public HealthChecks andReady(HealthCheck last) {
    return new HealthChecks(live, Stream.concat(ready.stream(), Stream.of(last)).toList());
  }
}
