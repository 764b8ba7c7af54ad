package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.strategy.WrittenKind;

/** Requests for certificates where they are decided about: conditions change, and nothing else. */
final class ApprovalStrategy extends CertificateStrategy {
  ApprovalStrategy(WrittenKind kind, SignerAccess access) {
    super(kind, access);
  }

  @Override
  public void prepareStatusUpdate(ObjectNode next, ObjectNode old) {
    JsonNode conditions = next.path("status").get("conditions");
    take(next, old, "spec");
    take(next, old, "status");
    set(next.withObjectProperty("status"), "conditions", conditions);
    date(next, old);
  }

  @Override
  public void admitStatus(ObjectNode next, ObjectNode old) {
    require("approve", old);
  }
}
