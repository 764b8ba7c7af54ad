package io.listwatch.server.registry.custom;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.thread.NamedThreads;
import java.time.Duration;
import java.util.List;

/**
 * The threads that wait for one definition's webhook, so that a webhook which is slow or dead holds
 * up nobody but those who want its objects converted. As many questions are under way as there are
 * threads; what waits beyond its bound is refused as too many requests.
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
    var details = new Status.Details("", "", "", "", List.of(), 1);
    var reason = StatusReason.TOO_MANY_REQUESTS;
    String message = "too many objects of " + definition + " wait for their conversion webhook";
    return new Status(reason.code(), reason.word(), message, details).toException();
  }

  /**
   * What is under way comes to its end, within the time that a webhook has; nothing else begins.
   */
  @Override
  public void close() {
    finish();
  }

  /** Ends what is under way, too. */
  void closeNow() {
    super.close();
  }
}
