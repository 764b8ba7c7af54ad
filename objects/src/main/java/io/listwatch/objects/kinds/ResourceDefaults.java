package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;

/** Defaults of LimitRanges and node status. */
final class ResourceDefaults {
  private ResourceDefaults() {}

  /**
   * For type Container: {@code default} defaults to {@code max}, {@code defaultRequest} to {@code
   * default}, else to {@code min}.
   */
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

  /** {@code allocatable} defaults to {@code capacity}. */
  static void nodeStatus(JsonObject status) {
    JsonValue capacity = status.path("capacity");
    if (Members.absent(status, "allocatable") && !capacity.isEmpty()) {
      status.set("allocatable", capacity.deepCopy());
    }
  }
}
