package io.listwatch.testing.wrong.reflector;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/** Wrong: the time must be passed in. */
final class ReadsTheClock {
  long nanos() {
    return System.nanoTime();
  }

  LongSupplier reference() {
    return System::currentTimeMillis;
  }

  Instant instant() {
    return Instant.now();
  }

  Clock clock() {
    return Clock.systemUTC();
  }

  Sleep sleep() {
    return Thread::sleep;
  }

  ScheduledExecutorService executor() {
    return Executors.newScheduledThreadPool(1);
  }

  interface Sleep {
    void of(long millis) throws InterruptedException;
  }
}
