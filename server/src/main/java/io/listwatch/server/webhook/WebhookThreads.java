package io.listwatch.server.webhook;

import io.listwatch.server.thread.NamedThreads;
import java.time.Duration;

/**
 * The threads that do the I/O of all connections to webhooks. Their tasks never block, so two
 * threads are enough. {@link WebhookConnections} bounds the calls in progress.
 */
public final class WebhookThreads extends NamedThreads {
  public WebhookThreads() {
    super("listwatch-webhook", 2, Integer.MAX_VALUE, Duration.ofSeconds(30));
  }
}
