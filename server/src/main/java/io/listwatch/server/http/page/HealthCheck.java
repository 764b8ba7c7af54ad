package io.listwatch.server.http.page;

import java.util.function.BooleanSupplier;

/**
 * One health check.
 *
 * @param passes called by event loops: must not block
 */
public record HealthCheck(String name, BooleanSupplier passes) {
  /** Passes as long as the server responds. */
  static final HealthCheck PING = new HealthCheck("ping", () -> true);
}
