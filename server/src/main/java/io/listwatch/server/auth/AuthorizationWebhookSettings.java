package io.listwatch.server.auth;

import io.listwatch.objects.schema.cel.AccessExpression;
import io.listwatch.server.webhook.WebhookKubeconfig;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a webhook authorizer.
 *
 * @param name shown in metrics and logs
 * @param target where to send SubjectAccessReviews
 * @param version of the reviews: {@code v1} or {@code v1beta1}
 * @param timeout of a call
 * @param authorizedTtl how long the decision to allow a request is cached; zero to call the webhook
 *     each time
 * @param unauthorizedTtl the same for other decisions
 * @param deniesOnFailure false to leave a request to the next authorizer if the call fails
 * @param conditions must all be true for the webhook to be called
 */
public record AuthorizationWebhookSettings(
    String name,
    WebhookKubeconfig target,
    String version,
    Duration timeout,
    Duration authorizedTtl,
    Duration unauthorizedTtl,
    boolean deniesOnFailure,
    List<AccessExpression> conditions) {
  public AuthorizationWebhookSettings {
    conditions = List.copyOf(conditions);
    if (!version.equals("v1") && !version.equals("v1beta1")) {
      throw new IllegalArgumentException(
          "unsupported webhook authorizer version \"%s\", supported versions are \"v1\","
                  .formatted(version)
              + " \"v1beta1\"");
    }
  }
}
