package io.listwatch.storage;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Awaits conditions in the tests of every module, long enough for the slowest machine. */
public final class Waiting {
  private Waiting() {}

  public static ConditionFactory await() {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20));
  }
}
