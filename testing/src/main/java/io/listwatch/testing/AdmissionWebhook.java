package io.listwatch.testing;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A registered webhook of a test. Closing it removes it. */
public final class AdmissionWebhook implements AutoCloseable {
  private final Consumer<AdmissionReview> webhook;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile @Nullable Runnable closing;

  AdmissionWebhook(Consumer<AdmissionReview> webhook) {
    this.webhook = webhook;
  }

  void closing(Runnable task) {
    closing = task;
  }

  Map<String, String> review(Map<String, String> request) {
    calls.incrementAndGet();
    var review = new AdmissionReview(request);
    webhook.accept(review);
    return review.response();
  }

  /** Returns how often it was called. */
  public int calls() {
    return calls.get();
  }

  /** Removes the webhook: later writes are not reviewed by it. */
  @Override
  public void close() {
    Runnable task = closing;
    if (task != null) {
      task.run();
    }
  }
}
