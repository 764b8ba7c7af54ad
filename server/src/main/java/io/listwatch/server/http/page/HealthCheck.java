package io.listwatch.server.http.page;

import java.util.function.BooleanSupplier;

/**
 * One health check.
 *
 * @param required false if a failure is only reported, and the endpoint succeeds all the same
 * @param passes called by event loops: must not block
 */
public record HealthCheck(String name, boolean required, BooleanSupplier passes) {
  /** Passes as long as the server responds. */
  static final HealthCheck PING = new HealthCheck("ping", () -> true);

  /** Creates a required check. */
  public HealthCheck(String name, BooleanSupplier passes) {
    this(name, true, passes);
  }
}
