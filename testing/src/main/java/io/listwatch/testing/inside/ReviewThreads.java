package io.listwatch.testing.inside;

import io.listwatch.server.thread.NamedThreads;
import java.time.Duration;

/**
 * The threads that run the webhooks of tests. There are several because a webhook may write to the
 * server, which may call a webhook again.
 */
final class ReviewThreads extends NamedThreads {
  ReviewThreads() {
    super("listwatch-test-webhook", 8, 1_000, Duration.ofSeconds(5));
  }
}
