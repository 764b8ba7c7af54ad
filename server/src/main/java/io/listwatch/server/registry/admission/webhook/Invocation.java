package io.listwatch.server.registry.admission.webhook;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest;
import org.jspecify.annotations.Nullable;

/**
 * A call of a webhook for one request.
 *
 * @param matched the resource that a rule names: that of the request, or an equivalent one
 * @param object in the version of {@code matched}; null for a delete
 * @param old likewise; null for a create
 */
record Invocation(
    Webhook webhook,
    AdmissionRequest request,
    ResourceDefinition matched,
    @Nullable JsonObject object,
    @Nullable JsonObject old) {
  /** True if the objects were converted for the webhook. */
  boolean converted() {
    return request.isConvertedTo(matched);
  }
}
