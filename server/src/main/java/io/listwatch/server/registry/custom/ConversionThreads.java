package io.listwatch.server.registry.custom;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.thread.NamedThreads;
import java.time.Duration;

/**
 * The threads that wait for the conversion webhook of one CRD, so that a slow or dead webhook
 * delays only requests for its own objects. Each thread runs one call at a time. Calls beyond the
 * bounded queue are rejected with 429 Too Many Requests.
 */
final class ConversionThreads extends NamedThreads {
  private static final int COUNT = 8;
  private static final int MAX_WAITING = 500;

  ConversionThreads(String definition) {
    super(
        "listwatch-conversion-" + definition,
        COUNT,
        MAX_WAITING,
        Duration.ofSeconds(10),
        (work, full) -> {
          throw tooMany(definition);
        });
  }

  private static ApiException tooMany(String definition) {
    String message = "too many objects of " + definition + " wait for their conversion webhook";
    return Status.of(StatusReason.TOO_MANY_REQUESTS, message).withRetryAfter(1).toException();
  }

  /** Rejects new calls. Running and queued calls finish, each within the timeout of a webhook. */
  @Override
  public void close() {
    finish();
  }

  /** Interrupts running calls and drops queued ones. */
  void closeNow() {
    super.close();
  }
}
