package io.listwatch.server.http.page;

import java.util.function.BooleanSupplier;

/**
 * Something that is well or not.
 *
 * @param passes asked by threads that must not wait
 */
public record HealthCheck(String name, BooleanSupplier passes) {
  /** Passes whenever anybody can ask. */
  static final HealthCheck PING = new HealthCheck("ping", () -> true);
}
