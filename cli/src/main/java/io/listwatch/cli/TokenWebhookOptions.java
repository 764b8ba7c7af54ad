package io.listwatch.cli;

import io.listwatch.server.auth.webhook.TokenWebhook;
import io.listwatch.server.auth.webhook.TokenWebhookSettings;
import io.listwatch.server.webhook.WebhookKubeconfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of kube-apiserver for tokens that a webhook checks. */
final class TokenWebhookOptions {
  @Option(
      names = "--authentication-token-webhook-config-file",
      paramLabel = "FILE",
      description =
          "Sends TokenReviews for tokens that are of no other kind: a kubeconfig whose cluster is"
              + " the webhook.")
  private @Nullable Path file;

  @Option(
      names = "--authentication-token-webhook-version",
      paramLabel = "VERSION",
      defaultValue = "v1beta1",
      description = "The version of these TokenReviews: v1 or v1beta1 (default: ${DEFAULT-VALUE}).")
  private String version = "v1beta1";

  @Option(
      names = "--authentication-token-webhook-cache-ttl",
      paramLabel = "DURATION",
      defaultValue = "2m",
      converter = GoDurations.class,
      description =
          "How long the webhook's results are remembered; 0 for not at all (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration ttl = Duration.ofMinutes(2);

  /** Returns the webhook of these options; null if they name none. */
  @Nullable TokenWebhook webhook() throws IOException {
    if (file == null) {
      return null;
    }
    try {
      return TokenWebhook.of(new TokenWebhookSettings(WebhookKubeconfig.read(file), version, ttl));
    } catch (IllegalArgumentException invalid) {
      throw new UsageFailure("--authentication-token-webhook-version: " + invalid.getMessage());
    }
  }
}
