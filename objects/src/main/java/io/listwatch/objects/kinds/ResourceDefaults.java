package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;

/** What is filled into amounts of resources. */
final class ResourceDefaults {
  private ResourceDefaults() {}

  /** For containers, what is not said follows from what is: limits from maxima and so on. */
  static void limitRangeItem(JsonObject item) {
    if (Members.text(item, "type").equals("Container")) {
      JsonObject limits = Members.object(item, "default");
      Members.addMissing(limits, item.path("max"));
      JsonObject requests = Members.object(item, "defaultRequest");
      Members.addMissing(requests, limits);
      Members.addMissing(requests, item.path("min"));
      removeEmpty(item, "default");
      removeEmpty(item, "defaultRequest");
    }
  }

  private static void removeEmpty(JsonObject item, String member) {
    if (item.path(member).isEmpty()) {
      item.remove(member);
    }
  }

  /** All that a node has can be used unless it says otherwise. */
  static void nodeStatus(JsonObject status) {
    JsonValue capacity = status.path("capacity");
    if (Members.absent(status, "allocatable") && !capacity.isEmpty()) {
      status.set("allocatable", capacity.deepCopy());
    }
  }
}
