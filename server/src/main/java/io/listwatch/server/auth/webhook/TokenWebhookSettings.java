package io.listwatch.server.auth.webhook;

import io.listwatch.server.webhook.WebhookKubeconfig;
import java.time.Duration;

/**
 * The settings of a webhook that checks bearer tokens.
 *
 * @param target where to send TokenReviews
 * @param version of the reviews: {@code v1} or {@code v1beta1}
 * @param ttl how long a result is cached; zero to call the webhook each time
 */
public record TokenWebhookSettings(WebhookKubeconfig target, String version, Duration ttl) {
  public TokenWebhookSettings {
    if (!version.equals("v1") && !version.equals("v1beta1")) {
      throw new IllegalArgumentException(
          "unsupported authentication webhook version \"%s\", supported versions are \"v1\","
                  .formatted(version)
              + " \"v1beta1\"");
    }
  }
}
