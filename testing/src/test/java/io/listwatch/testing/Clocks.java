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

/** The doors to the machine's clock in the JDK. */
final class Clocks {
  /** The type, and its methods as a pattern. */
  private static final Map<Class<?>, String> DOORS =
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
    return DOORS.entrySet().stream()
        .anyMatch(door -> owner.isEquivalentTo(door.getKey()) && method.matches(door.getValue()));
  }
}
