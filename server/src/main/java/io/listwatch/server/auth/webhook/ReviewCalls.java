package io.listwatch.server.auth.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.server.webhook.ConfiguredWebhook;
import io.listwatch.server.webhook.TraceContext;
import io.listwatch.server.webhook.WebhookException;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.time.Timers;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends reviews to a webhook. Like kube-apiserver, repeats a call up to four times if its failure
 * may be temporary.
 *
 * <p>Thread-safe. No call blocks.
 */
final class ReviewCalls implements AutoCloseable {
  private static final int MAX_RESPONSE = 1 << 20;
  private static final int MAX_ATTEMPTS = 5;
  private static final Duration FIRST_BACKOFF = Duration.ofMillis(500);
  private static final double BACKOFF_FACTOR = 1.5;

  /** The maximum number of concurrent calls; further ones fail at once. */
  private static final int MAX_CALLS = 4_096;

  private final ConfiguredWebhook webhook;
  private final String apiVersion;
  private final String kind;
  private final Timers timers;
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * @param apiVersion of the reviews that are sent and expected
   */
  ReviewCalls(
      WebhookKubeconfig target, Duration timeout, String apiVersion, String kind, Timers timers) {
    this.webhook = new ConfiguredWebhook(target, timeout, MAX_RESPONSE);
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.timers = timers;
  }

  /**
   * Sends a review with this spec.
   *
   * @return a stage with the status of the review, which fails with a {@link WebhookException}
   */
  CompletionStage<JsonValue> status(JsonObject spec) {
    if (calls.incrementAndGet() > MAX_CALLS) {
      calls.decrementAndGet();
      return CompletableFuture.failedFuture(
          new WebhookException("more than %d calls are in progress".formatted(MAX_CALLS)));
    }
    var review = new JsonObject().put("kind", kind).put("apiVersion", apiVersion);
    review.putObject("metadata").put("creationTimestamp", (String) null);
    review.set("spec", spec);
    review.putObject("status");
    return attempt(
            JsonTrees.write(review).getBytes(UTF_8), 1, FIRST_BACKOFF, TraceContext.current())
        .whenComplete((status, failure) -> calls.decrementAndGet());
  }

  private CompletionStage<JsonValue> attempt(
      byte[] review, int number, Duration backoff, TraceContext trace) {
    return trace
        .during(() -> webhook.post(review))
        .thenApply(this::statusOf)
        .exceptionallyCompose(
            failure ->
                number < MAX_ATTEMPTS && isPassing(cause(failure))
                    ? later(backoff)
                        .thenCompose(woken -> attempt(review, number + 1, next(backoff), trace))
                    : CompletableFuture.failedFuture(cause(failure)));
  }

  private static Duration next(Duration backoff) {
    return Duration.ofNanos((long) (backoff.toNanos() * BACKOFF_FACTOR));
  }

  private CompletionStage<Void> later(Duration delay) {
    var woken = new CompletableFuture<Void>();
    Timers.Timer unused = timers.schedule(delay, () -> webhook.execute(() -> woken.complete(null)));
    return woken;
  }

  static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  /** True for 429, 500, 504 and a connection that breaks. */
  private static boolean isPassing(Throwable failure) {
    if (!(failure instanceof WebhookException call)) {
      return false;
    }
    return switch (call.status()) {
      case 429, 500, 504 -> true;
      case 0 ->
          call.getCause() instanceof SocketException broken
              && !(broken instanceof ConnectException)
              && !(broken instanceof NoRouteToHostException);
      default -> false;
    };
  }

  private JsonValue statusOf(byte[] response) {
    try {
      JsonValue review = JsonTrees.read(response);
      if (isOtherReview(review)) {
        return JsonValue.MISSING;
      }
      String actual =
          review.path("kind").asText(kind) + " of " + review.path("apiVersion").asText(apiVersion);
      if (!actual.equals(kind + " of " + apiVersion)) {
        throw new CompletionException(
            new WebhookException(
                "response: %s (expected: %s of %s)".formatted(actual, kind, apiVersion)));
      }
      return review.path("status");
    } catch (MalformedJsonException malformed) {
      throw new CompletionException(
          new WebhookException("response: " + malformed.getMessage(), malformed));
    }
  }

  /** True for a review of another kind or version, whose status kube-apiserver does not look at. */
  private boolean isOtherReview(JsonValue review) {
    String otherKind = review.path("kind").asText(kind);
    String otherVersion = review.path("apiVersion").asText(apiVersion);
    String group = apiVersion.substring(0, apiVersion.indexOf('/') + 1);
    return otherKind.endsWith("Review")
        && otherVersion.startsWith(group)
        && !(otherKind.equals(kind) && otherVersion.equals(apiVersion));
  }

  @Override
  public void close() {
    webhook.close();
  }
}
