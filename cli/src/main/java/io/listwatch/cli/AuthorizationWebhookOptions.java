package io.listwatch.cli;

import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.AuthorizationWebhook;
import io.listwatch.server.auth.AuthorizationWebhookSettings;
import io.listwatch.server.webhook.WebhookKubeconfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of kube-apiserver for the mode {@code Webhook}. */
final class AuthorizationWebhookOptions {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Option(
      names = "--authorization-webhook-config-file",
      paramLabel = "FILE",
      description = "For the mode Webhook: a kubeconfig whose cluster gets SubjectAccessReviews.")
  private @Nullable Path file;

  @Option(
      names = "--authorization-webhook-version",
      paramLabel = "VERSION",
      description = "The version of these SubjectAccessReviews: v1 or v1beta1 (default: v1beta1).")
  private @Nullable String version;

  @Option(
      names = "--authorization-webhook-cache-authorized-ttl",
      paramLabel = "DURATION",
      converter = GoDurations.class,
      description =
          "How long an allowed request stays allowed; 0 to call it each time (default: 5m).")
  private @Nullable Duration authorizedTtl;

  @Option(
      names = "--authorization-webhook-cache-unauthorized-ttl",
      paramLabel = "DURATION",
      converter = GoDurations.class,
      description =
          "How long its other decisions are remembered; 0 to call it each time (default: 30s).")
  private @Nullable Duration unauthorizedTtl;

  /** True if one of the options is given. */
  boolean isGiven() {
    return file != null || version != null || authorizedTtl != null || unauthorizedTtl != null;
  }

  /** Rejects a kubeconfig that no mode uses. */
  void requireAbsent() {
    if (file != null) {
      throw new UsageFailure(
          "cannot specify --authorization-webhook-config-file without mode Webhook");
    }
  }

  /** Returns the mode. */
  Mode mode() throws IOException {
    if (file == null) {
      throw new UsageFailure(
          "authorization-mode Webhook's authorization config file not passed"
              + " (--authorization-webhook-config-file)");
    }
    try {
      return new Mode.Webhook(
          AuthorizationWebhook.of(
              new AuthorizationWebhookSettings(
                  "default",
                  WebhookKubeconfig.read(file),
                  version == null ? "v1beta1" : version,
                  TIMEOUT,
                  authorizedTtl == null ? Duration.ofMinutes(5) : authorizedTtl,
                  unauthorizedTtl == null ? Duration.ofSeconds(30) : unauthorizedTtl,
                  false,
                  List.of())));
    } catch (IllegalArgumentException invalid) {
      throw new UsageFailure("--authorization-webhook-version: " + invalid.getMessage());
    }
  }
}
