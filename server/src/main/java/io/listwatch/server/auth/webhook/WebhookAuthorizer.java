package io.listwatch.server.auth.webhook;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.AccessExpression;
import io.listwatch.objects.schema.cel.ExpressionException;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessRules;
import io.listwatch.server.auth.AuthorizationWebhookSettings;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a webhook, by a SubjectAccessReview, whether a user may make a request. Caches its decisions
 * for a while.
 *
 * <p>Thread-safe; never blocks.
 */
public final class WebhookAuthorizer implements Authorizer, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WebhookAuthorizer.class);
  private static final String GROUP = "authorization.k8s.io/";

  /** Maximum number of cached decisions, as in kube-apiserver. */
  private static final int MAX_REMEMBERED = 8_192;

  /** The decision about a request whose attributes have more characters is not cached. */
  private static final int MAX_ATTRIBUTES = 10_000;

  private final AuthorizationWebhookSettings settings;
  private final ReviewCalls calls;
  private final Metrics metrics;
  private final Timers timers;
  private final ExpiringCache<String, Decision> remembered;

  public WebhookAuthorizer(AuthorizationWebhookSettings settings, Metrics metrics, Timers timers) {
    this.settings = settings;
    this.calls =
        new ReviewCalls(
            settings.target(),
            settings.timeout(),
            GROUP + settings.version(),
            "SubjectAccessReview",
            timers);
    this.metrics = metrics;
    this.timers = timers;
    this.remembered = new ExpiringCache<>(MAX_REMEMBERED, timers);
  }

  /** Denies: the webhook cannot be asked without waiting. */
  @Override
  public Decision authorize(AccessRequest request) {
    return Decision.denied("the webhook %s has not been asked".formatted(settings.name()));
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public CompletionStage<Decision> decide(AccessRequest request) {
    if (!settings.conditions().isEmpty()) {
      Decision skipped = skipped(request);
      if (skipped != null) {
        return CompletableFuture.completedFuture(skipped);
      }
    }
    JsonObject spec =
        AccessReviewSpec.sent(request, settings.version().equals("v1") ? "groups" : "group");
    String key = JsonTrees.write(spec);
    Decision known = remembered.get(key);
    return known != null ? CompletableFuture.completedFuture(known) : ask(request, spec, key);
  }

  /**
   * Returns the decision if a condition is false or fails; null if all are true, so that the
   * webhook is called.
   */
  private @Nullable Decision skipped(AccessRequest request) {
    JsonObject spec = AccessReviewSpec.evaluated(request);
    var failures = new ArrayList<String>();
    for (AccessExpression each : settings.conditions()) {
      try {
        if (!each.isTrue(spec)) {
          return Decision.noOpinion("");
        }
      } catch (ExpressionException e) {
        failures.add(e.getMessage());
      }
    }
    return failures.isEmpty() ? null : failed(aggregate(failures));
  }

  private static String aggregate(List<String> failures) {
    List<String> distinct = failures.stream().distinct().toList();
    return distinct.size() == 1
        ? distinct.get(0)
        : distinct.stream().collect(Collectors.joining(", ", "[", "]"));
  }

  private Decision failed(String why) {
    return new Decision(settings.deniesOnFailure() ? Verdict.DENY : Verdict.NO_OPINION, "", why);
  }

  private CompletionStage<Decision> ask(AccessRequest request, JsonObject spec, String key) {
    long start = timers.nanoTime();
    return calls
        .status(spec)
        .handle(
            (status, failure) -> {
              if (failure != null) {
                return failed(ReviewCalls.cause(failure), start);
              }
              record("success", start);
              return remember(request, key, decision(status));
            });
  }

  private Decision failed(Throwable failure, long start) {
    String result = failure.getCause() instanceof HttpTimeoutException ? "timeout" : "error";
    record(result, start);
    if (!settings.deniesOnFailure()) {
      metrics
          .counter("apiserver_authorization_webhook_evaluations_fail_open_total", tags(result))
          .increment();
    }
    log.error("the authorization webhook {} failed: {}", settings.name(), failure.getMessage());
    return failed(String.valueOf(failure.getMessage()));
  }

  private void record(String result, long start) {
    metrics.counter("apiserver_authorization_webhook_evaluations_total", tags(result)).increment();
    metrics
        .distribution("apiserver_authorization_webhook_duration_seconds", tags(result))
        .recordNanos(timers.nanoTime() - start);
  }

  private Map<String, String> tags(String result) {
    return Map.of("name", settings.name(), "result", result);
  }

  private static Decision decision(JsonValue status) {
    boolean allowed = status.path("allowed").asBoolean();
    String reason = status.path("reason").asText();
    if (status.path("denied").asBoolean()) {
      return new Decision(
          Verdict.DENY,
          reason,
          allowed ? "webhook subject access review returned both allow and deny response" : "");
    }
    return allowed ? Decision.allowed(reason) : Decision.noOpinion(reason);
  }

  private Decision remember(AccessRequest request, String key, Decision decision) {
    if (length(request) < MAX_ATTRIBUTES) {
      remembered.put(
          key,
          decision,
          decision.allowed() ? settings.authorizedTtl() : settings.unauthorizedTtl());
    }
    return decision;
  }

  private static int length(AccessRequest request) {
    String namespace = request.namespace();
    String name = request.name();
    return (namespace == null ? 0 : namespace.length())
        + (name == null ? 0 : name.length())
        + request.verb().length()
        + request.group().length()
        + request.version().length()
        + request.resource().length()
        + request.subresource().length()
        + request.path().length();
  }

  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    return AccessRules.unknown("webhook authorizer does not support user rule resolution");
  }

  @Override
  public void close() {
    calls.close();
  }
}
