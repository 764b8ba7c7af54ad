package io.listwatch.server.registry.admission.webhook;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.admission.AdmissionNotes;
import io.listwatch.server.registry.admission.AdmissionRequest;

/** The audit annotations of one call of a webhook, with the keys of kube-apiserver. */
final class WebhookAnnotations {
  private final AdmissionNotes notes;
  private final Webhook webhook;
  private final String kind;
  private final String place;

  private WebhookAnnotations(AdmissionRequest request, Webhook webhook, String kind, int index) {
    this.notes = request.warnings();
    this.webhook = webhook;
    this.kind = kind;
    this.place =
        "round_%d_index_%d".formatted(request.reinvocation().isSecondRound() ? 1 : 0, index);
  }

  /**
   * @param index of the webhook among all mutating ones
   */
  static WebhookAnnotations ofMutating(AdmissionRequest request, Webhook webhook, int index) {
    return new WebhookAnnotations(request, webhook, "mutation", index);
  }

  /**
   * @param index of the webhook among the validating ones that match the request
   */
  static WebhookAnnotations ofValidating(AdmissionRequest request, Webhook webhook, int index) {
    return new WebhookAnnotations(request, webhook, "validating", index);
  }

  /** Adds the audit annotations in the webhook's response. */
  void responded(AdmissionReview.Response response) {
    response
        .auditAnnotations()
        .forEach((key, value) -> notes.annotate(webhook.name() + "/" + key, value));
  }

  void failedOpen() {
    notes.annotate("failed-open." + kind + ".webhook.admission.k8s.io/" + place, webhook.name());
  }

  void mutated(boolean changed) {
    JsonObject value = describedWebhook().put("mutated", changed);
    notes.annotate("mutation.webhook.admission.k8s.io/" + place, JsonTrees.write(value));
  }

  /** Adds the patch, unless annotations must not contain parts of the request's body. */
  void patched(JsonValue patch) {
    if (notes.showsRequests()) {
      JsonObject value = describedWebhook().set("patch", patch).put("patchType", "JSONPatch");
      notes.annotate("patch.webhook.admission.k8s.io/" + place, JsonTrees.write(value));
    }
  }

  private JsonObject describedWebhook() {
    return new JsonObject()
        .put("configuration", webhook.configuration())
        .put("webhook", webhook.name());
  }
}
