package io.listwatch.server.http.page;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One health check.
 *
 * @param required false if the endpoint reports a failure but succeeds
 * @param problem returns the reason why the check fails, which every reader of the endpoint sees;
 *     empty if it passes. Called by event loops: must not block
 */
public record HealthCheck(String name, boolean required, Supplier<String> problem) {
  /** Passes as long as the server responds. */
  static final HealthCheck PING = new HealthCheck("ping", () -> true);

  /** Creates a required check, whose reason is withheld as kube-apiserver does. */
  public HealthCheck(String name, BooleanSupplier passes) {
    this(name, true, passes);
  }

  /** Creates a check whose reason is withheld. */
  public HealthCheck(String name, boolean required, BooleanSupplier passes) {
    this(name, required, () -> passes.getAsBoolean() ? "" : "reason withheld");
  }

  /** Creates a check that is not required, and reports the reason of a failure. */
  public static HealthCheck reported(String name, Supplier<String> problem) {
    return new HealthCheck(name, false, problem);
  }
}
