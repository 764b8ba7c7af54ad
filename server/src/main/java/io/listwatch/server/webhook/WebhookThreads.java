package io.listwatch.server.webhook;

import io.listwatch.server.thread.NamedThreads;
import java.time.Duration;

/**
 * The threads that move the bytes of all webhooks' connections. They wait for nobody, so two are
 * enough; what queues for them is bounded by those who ask, who wait for their answers.
 */
public final class WebhookThreads extends NamedThreads {
  public WebhookThreads() {
    super("listwatch-webhook", 2, Integer.MAX_VALUE, Duration.ofSeconds(30));
  }
}
