package io.listwatch.objects.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What is filled into amounts of resources. */
final class ResourceDefaults {
  private ResourceDefaults() {}

  /** For containers, what is not said follows from what is: limits from maxima and so on. */
  static void limitRangeItem(ObjectNode item) {
    if (Members.text(item, "type").equals("Container")) {
      ObjectNode limits = Members.object(item, "default");
      Members.addMissing(limits, item.path("max"));
      ObjectNode requests = Members.object(item, "defaultRequest");
      Members.addMissing(requests, limits);
      Members.addMissing(requests, item.path("min"));
      removeEmpty(item, "default");
      removeEmpty(item, "defaultRequest");
    }
  }

  private static void removeEmpty(ObjectNode item, String member) {
    if (item.path(member).isEmpty()) {
      item.remove(member);
    }
  }

  /** All that a node has can be used unless it says otherwise. */
  static void nodeStatus(ObjectNode status) {
    JsonNode capacity = status.path("capacity");
    if (Members.absent(status, "allocatable") && !capacity.isEmpty()) {
      status.set("allocatable", capacity.deepCopy());
    }
  }
}
