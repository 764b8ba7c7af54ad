package io.listwatch.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for what others do, with patience for the slowest machine: it costs the others nothing. */
public final class Waiting {
  private Waiting() {}

  public static ConditionFactory await() {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20));
  }
}
