package io.listwatch.server.registry.admission.webhook;

import java.util.concurrent.CompletionStage;

/** A webhook inside this JVM, for tests. */
@FunctionalInterface
public interface LocalWebhook {
  /**
   * Responds to an AdmissionReview. Must not block: it responds on a thread of its own, and within
   * a bounded time.
   */
  CompletionStage<byte[]> call(byte[] review);
}
