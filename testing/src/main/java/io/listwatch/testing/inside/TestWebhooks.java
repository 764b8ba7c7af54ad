package io.listwatch.testing.inside;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.ApiServer;
import io.listwatch.server.registry.admission.webhook.WebhookConfigurations;
import io.listwatch.server.webhook.WebhookException;
import io.listwatch.testing.seam.ReviewFunction;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The admission webhooks of tests.
 *
 * <p>Thread-safe.
 */
final class TestWebhooks implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final ApiServer server;
  private final ReviewThreads threads = new ReviewThreads();
  private final AtomicInteger number = new AtomicInteger();
  private final Set<WebhookConfigurations.Registration> registered = ConcurrentHashMap.newKeySet();

  TestWebhooks(ApiServer server) {
    this.server = server;
  }

  /** Registers a webhook and returns the task that removes it. */
  Runnable add(boolean mutating, String resource, String namespace, ReviewFunction function) {
    JsonObject webhook = webhook(resource, namespace);
    WebhookConfigurations.Registration added =
        server.webhooks(mutating).add(webhook, review -> call(function, review));
    registered.add(added);
    return () -> {
      registered.remove(added);
      added.close();
    };
  }

  /** Removes all webhooks. */
  void removeAll() {
    registered.forEach(WebhookConfigurations.Registration::close);
    registered.clear();
  }

  private JsonObject webhook(String resource, String namespace) {
    int slash = resource.indexOf('/');
    String whole = slash < 0 ? resource : resource.substring(0, slash);
    int dot = whole.indexOf('.');
    String plural = dot < 0 ? whole : whole.substring(0, dot);
    var webhook =
        new JsonObject()
            .put("name", "test-%d.listwatch.io".formatted(number.incrementAndGet()))
            .put("sideEffects", "None")
            .put("matchPolicy", "Equivalent");
    webhook.putArray("admissionReviewVersions").add("v1");
    if (!namespace.isEmpty()) {
      webhook
          .putObject("namespaceSelector")
          .putObject("matchLabels")
          .put("kubernetes.io/metadata.name", namespace);
    }
    var rule = new JsonObject();
    rule.putArray("operations").add("*");
    rule.putArray("apiGroups").add(dot < 0 ? "*" : whole.substring(dot + 1));
    rule.putArray("apiVersions").add("*");
    rule.putArray("resources").add(slash < 0 ? plural : plural + resource.substring(slash));
    webhook.putArray("rules").add(rule);
    return webhook;
  }

  private CompletionStage<byte[]> call(ReviewFunction function, byte[] review) {
    var response = new CompletableFuture<byte[]>();
    Timers.Timer limit =
        Timers.system()
            .schedule(
                TIMEOUT,
                () ->
                    response.completeExceptionally(
                        new WebhookException("the webhook has not returned after 10 s")));
    threads.execute(
        () -> {
          try {
            response.complete(respond(function, review));
          } catch (Throwable failure) {
            response.completeExceptionally(new WebhookException(failure.toString(), failure));
          }
        });
    return response.whenComplete((done, failure) -> limit.cancel());
  }

  private static byte[] respond(ReviewFunction function, byte[] review) {
    JsonValue request = JsonTrees.read(review).path("request");
    Map<String, String> answer = function.review(described(request, review));
    String whole = answer.get("review");
    return whole != null ? whole.getBytes(UTF_8) : composed(answer, request);
  }

  private static byte[] composed(Map<String, String> answer, JsonValue request) {
    var response = new JsonObject().put("uid", request.path("uid").asText());
    response.put("allowed", !answer.containsKey("denied"));
    if (answer.containsKey("denied")) {
      response.putObject("status").put("message", answer.get("denied"));
    }
    if (answer.containsKey("warning")) {
      response.putArray("warnings").add(answer.get("warning"));
    }
    String patch = answer.get("patch");
    if (patch != null) {
      response
          .put("patchType", "JSONPatch")
          .put("patch", Base64.getEncoder().encodeToString(patch.getBytes(UTF_8)));
    }
    var whole =
        new JsonObject()
            .put("apiVersion", "admission.k8s.io/v1")
            .put("kind", "AdmissionReview")
            .set("response", response);
    return JsonTrees.write(whole).getBytes(UTF_8);
  }

  private static Map<String, String> described(JsonValue request, byte[] review) {
    var described = new HashMap<String, String>();
    described.put("operation", request.path("operation").asText());
    described.put("subresource", request.path("subResource").asText());
    described.put("namespace", request.path("namespace").asText());
    described.put("name", request.path("name").asText());
    described.put("user", request.path("userInfo").path("username").asText());
    described.put("dryRun", request.path("dryRun").asText());
    for (String each : new String[] {"object", "oldObject"}) {
      JsonValue object = request.path(each);
      described.put(each, object.isObject() ? JsonTrees.write(object) : "");
    }
    described.put("review", new String(review, UTF_8));
    return described;
  }

  @Override
  public void close() {
    threads.close();
  }
}
