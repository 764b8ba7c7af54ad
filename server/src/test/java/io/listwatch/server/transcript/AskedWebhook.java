package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.transcript.Step.Response;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.server.webhook.TestWebhook.Target;
import java.util.List;

/**
 * The reviews that a step sent to the webhook, as a step with the method {@code ASKED} records
 * them.
 */
final class AskedWebhook {
  private final TestWebhook webhook;
  private int before;

  AskedWebhook(TestWebhook webhook) {
    this.webhook = webhook;
  }

  /** Ignores the reviews of earlier steps from now on. */
  void beginStep() {
    before = webhook.questions().size();
  }

  Response sinceLastStep() {
    var reviews = new JsonArray();
    for (int i = before; i < webhook.questions().size(); i++) {
      Target target = webhook.targets().get(i);
      var review = (JsonObject) JsonTrees.read(webhook.questions().get(i));
      withoutManagers(review.withObject("request"));
      reviews
          .addObject()
          .put("to", target.path())
          .put("accept", target.accept())
          .put("type", target.type())
          .set("review", review);
    }
    return new Response(200, reviews, List.of());
  }

  /** Removes {@code managedFields}, which the recordings leave out. */
  private static void withoutManagers(JsonObject request) {
    for (String each : List.of("object", "oldObject")) {
      if (request.get(each) instanceof JsonObject object) {
        object.withObject("metadata").remove("managedFields");
      }
    }
  }
}
