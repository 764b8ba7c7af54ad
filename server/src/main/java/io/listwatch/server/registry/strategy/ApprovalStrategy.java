package io.listwatch.server.registry.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.strategy.WrittenKind;

/**
 * The strategy of the {@code approval} subresource of CertificateSigningRequests: only conditions
 * change.
 */
final class ApprovalStrategy extends CertificateStrategy {
  ApprovalStrategy(WrittenKind kind, SignerAccess access) {
    super(kind, access, true);
  }

  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    JsonValue conditions = next.path("status").get("conditions");
    take(next, old, "spec");
    take(next, old, "status");
    set(next.withObject("status"), "conditions", conditions);
    date(next, old);
  }

  @Override
  public void admitStatus(JsonObject next, JsonObject old) {
    require("approve", old);
  }
}
