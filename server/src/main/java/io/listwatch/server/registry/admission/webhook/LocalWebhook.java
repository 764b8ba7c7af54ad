package io.listwatch.server.registry.admission.webhook;

import java.util.concurrent.CompletionStage;

/** A webhook inside this JVM, for tests. */
@FunctionalInterface
public interface LocalWebhook {
  /**
   * Responds to an AdmissionReview. Must not block. Completes the stage on a thread of its own,
   * within a bounded time.
   */
  CompletionStage<byte[]> call(byte[] review);
}
