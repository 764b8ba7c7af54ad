package io.listwatch.server.registry.admission.webhook;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.AdmissionScope;
import io.listwatch.server.registry.admission.MatchConditions;
import io.listwatch.server.registry.admission.MatchConstraints;
import io.listwatch.server.webhook.WebhookTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One webhook of a configuration. Immutable. */
final class Webhook {
  private static final long DEFAULT_TIMEOUT = 10;

  private final String id;
  private final String name;
  private final MatchConstraints constraints;
  private final MatchConditions conditions;
  private final @Nullable WebhookTarget target;
  private final String unusable;
  private final Duration timeout;
  private final boolean ignoresFailures;
  private final boolean dryRunnable;
  private final boolean reinvocable;
  private final String reviewVersion;

  /** Null for a webhook that is called over HTTPS. */
  private final @Nullable LocalWebhook local;

  private Webhook(String id, JsonValue webhook, @Nullable LocalWebhook local) {
    this.local = local;
    this.id = id;
    this.name = webhook.path("name").asText();
    this.constraints = new MatchConstraints(webhook, webhook.path("rules"));
    this.conditions =
        new MatchConditions(webhook.path("matchConditions"), AdmissionScope.plain(false));
    WebhookTarget found = null;
    String problem = "";
    try {
      found = WebhookTarget.of(webhook.path("clientConfig"));
    } catch (IllegalArgumentException e) {
      problem = String.valueOf(e.getMessage());
    }
    this.target = found;
    this.unusable = problem;
    JsonValue seconds = webhook.path("timeoutSeconds");
    this.timeout = Duration.ofSeconds(seconds.isNumber() ? seconds.longValue() : DEFAULT_TIMEOUT);
    this.ignoresFailures = webhook.path("failurePolicy").asText().equals("Ignore");
    this.dryRunnable = webhook.path("sideEffects").asText().startsWith("None");
    this.reinvocable = webhook.path("reinvocationPolicy").asText().equals("IfNeeded");
    this.reviewVersion = reviewVersion(webhook.path("admissionReviewVersions"));
  }

  private static String reviewVersion(JsonValue versions) {
    for (JsonValue each : versions) {
      if (each.asText().equals("v1") || each.asText().equals("v1beta1")) {
        return each.asText();
      }
    }
    return "";
  }

  /** Returns the webhooks of a configuration, in its order. */
  static List<Webhook> of(JsonValue configuration) {
    var webhooks = new ArrayList<Webhook>();
    String prefix = configuration.path("metadata").path("name").asText() + "/";
    for (JsonValue each : configuration.path("webhooks")) {
      webhooks.add(new Webhook(prefix + webhooks.size(), each, null));
    }
    return List.copyOf(webhooks);
  }

  /** Returns a webhook inside this JVM, with the fields of one in a configuration. */
  static Webhook of(LocalWebhook local, JsonValue webhook) {
    return new Webhook("local/" + webhook.path("name").asText(), webhook, local);
  }

  /** Returns the function to call instead of an HTTPS endpoint; null if there is none. */
  @Nullable LocalWebhook local() {
    return local;
  }

  /** Returns the name of the configuration that contains the webhook. */
  String configuration() {
    return id.substring(0, id.lastIndexOf('/'));
  }

  /** Returns an id that is unique among all mutating, or all validating, webhooks. */
  String id() {
    return id;
  }

  String name() {
    return name;
  }

  MatchConstraints constraints() {
    return constraints;
  }

  MatchConditions conditions() {
    return conditions;
  }

  /**
   * Returns the address of the webhook.
   *
   * @throws CallFailedException if the address is unusable
   */
  WebhookTarget target() {
    if (target == null) {
      throw new CallFailedException("could not get REST client: " + unusable, 500);
    }
    return target;
  }

  Duration timeout() {
    return timeout;
  }

  /** True if a write is admitted when the webhook cannot be called. */
  boolean ignoresFailures() {
    return ignoresFailures;
  }

  /** True if the webhook may be called for a dry run. */
  boolean dryRunnable() {
    return dryRunnable;
  }

  boolean reinvocable() {
    return reinvocable;
  }

  /**
   * Returns the version of AdmissionReview to send; empty if the webhook accepts none that this
   * server supports.
   */
  String reviewVersion() {
    return reviewVersion;
  }
}
