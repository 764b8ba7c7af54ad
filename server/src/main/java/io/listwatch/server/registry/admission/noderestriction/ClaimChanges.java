package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.List;

/**
 * Restricts a node's updates of PersistentVolumeClaims to the status fields of a volume expansion.
 */
final class ClaimChanges {
  private static final List<String> STATUS =
      List.of("capacity", "conditions", "allocatedResourceStatuses", "allocatedResources");

  private ClaimChanges() {}

  /** Returns the reason why a node may not make this request; empty if it may. */
  static String objection(String node, AdmissionRequest request) {
    if (!request.subresource().equals("status")) {
      return "may only update PVC status";
    }
    JsonObject next = request.object();
    JsonObject old = request.oldObject();
    if (request.operation() != Operation.UPDATE || next == null || old == null) {
      return "unexpected operation " + Quotation.of(request.operation().name());
    }
    return rest(next).equals(rest(old))
        ? ""
        : "node %s is not allowed to update fields other than status.quantity and status.conditions"
            .formatted(Quotation.of(node));
  }

  private static JsonObject rest(JsonObject claim) {
    JsonObject rest = claim.deepCopy();
    rest.withObject("status").remove(STATUS);
    rest.withObject("metadata").remove(List.of("resourceVersion", "managedFields"));
    return rest;
  }
}
