package io.listwatch.server.audit;

import java.time.Duration;

/**
 * The settings of the webhook backend, with the defaults of kube-apiserver.
 *
 * @param bufferSize the number of events that may wait; further ones are lost
 * @param maxBatchSize the number of events in one call
 * @param maxBatchWait the time that an event waits for others
 * @param perSecond calls per second in the long run; 0 for no limit
 * @param burst calls at once after a quiet time
 * @param initialBackoff the time before the first retry; each further one waits half as long again
 */
public record AuditWebhookSettings(
    int bufferSize,
    int maxBatchSize,
    Duration maxBatchWait,
    double perSecond,
    int burst,
    Duration initialBackoff) {
  public static final AuditWebhookSettings DEFAULT =
      new AuditWebhookSettings(10_000, 400, Duration.ofSeconds(30), 10, 15, Duration.ofSeconds(10));

  public AuditWebhookSettings {
    if (bufferSize < 1 || maxBatchSize < 1 || maxBatchSize > bufferSize || burst < 1) {
      throw new IllegalArgumentException(
          "bufferSize: %d, maxBatchSize: %d, burst: %d (expected: 1 or more, and a batch that fits into the buffer)"
              .formatted(bufferSize, maxBatchSize, burst));
    }
  }
}
