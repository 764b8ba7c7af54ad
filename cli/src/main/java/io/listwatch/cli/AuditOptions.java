package io.listwatch.cli;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.audit.AuditBackend;
import io.listwatch.server.audit.AuditLogBackend;
import io.listwatch.server.audit.AuditLogSettings;
import io.listwatch.server.audit.AuditPolicy;
import io.listwatch.server.audit.AuditWebhookBackend;
import io.listwatch.server.audit.AuditWebhookSettings;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The audit flags of kube-apiserver. */
final class AuditOptions {
  private static final Logger log = LoggerFactory.getLogger(AuditOptions.class);
  private static final long MEGABYTE = 1024 * 1024;

  @Option(
      names = "--audit-policy-file",
      paramLabel = "FILE",
      description = "Policy of audit.k8s.io/v1: which requests are recorded, and at which level.")
  private @Nullable Path policy;

  @Option(
      names = {"--audit-log-path", "--audit-log"},
      paramLabel = "FILE",
      description =
          "Audit log: appends events as lines of JSON to this file; - for the standard output.")
  private @Nullable Path file;

  @Option(
      names = "--audit-log-maxage",
      paramLabel = "DAYS",
      defaultValue = "0",
      description = "Keep rotated audit logs for this long; 0 for ever (default: 0).")
  private int maxAge;

  @Option(
      names = "--audit-log-maxbackup",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of rotated audit logs to keep; 0 for all (default: 0).")
  private int maxBackups;

  @Option(
      names = "--audit-log-maxsize",
      paramLabel = "MB",
      defaultValue = "0",
      description =
          "Rotate the audit log when it has this many megabytes; 0 for never (default: 0).")
  private int maxSize;

  @Option(
      names = "--audit-log-mode",
      paramLabel = "MODE",
      defaultValue = "blocking",
      description =
          "blocking: a request is served when the event of its arrival, if the policy has one, is"
              + " in the file. blocking-strict: also rejects it if that fails. batch: it does not"
              + " wait (default: ${DEFAULT-VALUE}).")
  private String mode = "blocking";

  @Option(
      names = "--audit-webhook-config-file",
      paramLabel = "FILE",
      description = "Sends events to a webhook: a kubeconfig whose cluster is the webhook.")
  private @Nullable Path webhook;

  @Option(
      names = "--audit-webhook-batch-buffer-size",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Number of events that may wait for the webhook; further ones are lost (default:"
              + " ${DEFAULT-VALUE}).")
  private int bufferSize = 10_000;

  @Option(
      names = "--audit-webhook-batch-max-size",
      paramLabel = "N",
      defaultValue = "400",
      description = "Number of events in one call of the webhook (default: ${DEFAULT-VALUE}).")
  private int batchSize = 400;

  @Option(
      names = "--audit-webhook-batch-max-wait",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = GoDurations.class,
      description =
          "How long an event waits until it is sent without a full batch (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration batchWait = Duration.ofSeconds(30);

  @Option(
      names = "--audit-webhook-batch-throttle-qps",
      paramLabel = "N",
      defaultValue = "10",
      description = "Calls of the webhook per second; 0 for no limit (default: ${DEFAULT-VALUE}).")
  private double perSecond = 10;

  @Option(
      names = "--audit-webhook-batch-throttle-burst",
      paramLabel = "N",
      defaultValue = "15",
      description = "Calls of the webhook at once, after a quiet time (default: ${DEFAULT-VALUE}).")
  private int burst = 15;

  @Option(
      names = "--audit-webhook-initial-backoff",
      paramLabel = "DURATION",
      defaultValue = "10s",
      converter = GoDurations.class,
      description = "The time before a failed call is repeated (default: ${DEFAULT-VALUE}).")
  private Duration backoff = Duration.ofSeconds(10);

  /**
   * Returns the auditor of these options; null if they configure neither a log nor a webhook.
   *
   * @param otherwise the policy without a policy file; null to record nothing then, as
   *     kube-apiserver does
   */
  @Nullable Auditor open(@Nullable AuditPolicy otherwise, Timers timers, Metrics metrics)
      throws IOException {
    AuditPolicy rules = policy == null ? otherwise : read(policy);
    if (file == null && webhook == null) {
      return null;
    }
    if (rules == null) {
      log.warn("no events are recorded without --audit-policy-file");
      return null;
    }
    List<AuditBackend> backends = new ArrayList<>();
    try {
      if (file != null) {
        backends.add(AuditLogBackend.open(logSettings(file), timers, metrics));
      }
      if (webhook != null) {
        backends.add(
            new AuditWebhookBackend(
                WebhookKubeconfig.read(webhook), webhookSettings(), timers, metrics));
      }
    } catch (IOException | RuntimeException failure) {
      backends.forEach(AuditBackend::close);
      throw failure;
    }
    return Auditor.of(rules, backends, timers, metrics);
  }

  private static AuditPolicy read(Path file) throws IOException {
    try {
      return AuditPolicy.parse(Files.readString(file));
    } catch (IllegalArgumentException invalid) {
      throw new CommandFailure(
          "--audit-policy-file: %s: %s".formatted(file, invalid.getMessage()), invalid);
    }
  }

  private AuditLogSettings logSettings(Path path) {
    try {
      return new AuditLogSettings(
          path, mode(), maxSize * MEGABYTE, maxBackups, Duration.ofDays(maxAge));
    } catch (IllegalArgumentException invalid) {
      throw new UsageFailure("--audit-log: " + invalid.getMessage());
    }
  }

  private AuditLogSettings.Mode mode() {
    return switch (mode) {
      case "batch" -> AuditLogSettings.Mode.BATCH;
      case "blocking" -> AuditLogSettings.Mode.BLOCKING;
      case "blocking-strict" -> AuditLogSettings.Mode.BLOCKING_STRICT;
      default ->
          throw new UsageFailure(
              "--audit-log-mode: %s (expected: batch, blocking or blocking-strict)"
                  .formatted(mode));
    };
  }

  private AuditWebhookSettings webhookSettings() {
    try {
      return new AuditWebhookSettings(bufferSize, batchSize, batchWait, perSecond, burst, backoff);
    } catch (IllegalArgumentException invalid) {
      throw new UsageFailure("--audit-webhook-batch: " + invalid.getMessage());
    }
  }
}
