package io.listwatch.testing;

import com.tngtech.archunit.core.domain.JavaAccess;
import java.time.Clock;
import java.util.Date;
import java.util.Map;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Recognizes the JDK methods that read the system clock or wait for it. */
final class Clocks {
  /** Method name patterns by type. */
  private static final Map<Class<?>, String> CLOCK_METHODS =
      Map.of(
          System.class, "nanoTime|currentTimeMillis",
          Clock.class, "(system|tick).*",
          Date.class, "<init>",
          Thread.class, "sleep",
          TimeUnit.class, "sleep",
          Timer.class, "<init>",
          ScheduledThreadPoolExecutor.class, "<init>",
          Executors.class, "new.*Scheduled.*",
          CompletableFuture.class, "delayedExecutor|orTimeout|completeOnTimeout");

  private Clocks() {}

  static boolean isClock(JavaAccess<?> access) {
    var owner = access.getTargetOwner();
    String method = access.getName();
    if (owner.getPackageName().equals("java.time") && method.equals("now")) {
      return true;
    }
    return CLOCK_METHODS.entrySet().stream()
        .anyMatch(
            entry -> owner.isEquivalentTo(entry.getKey()) && method.matches(entry.getValue()));
  }
}
