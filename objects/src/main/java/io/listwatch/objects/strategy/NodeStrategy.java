package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** The strategy of Nodes: the status is written on create, because the kubelet sends it. */
final class NodeStrategy extends BuiltInStrategy {
  NodeStrategy(WrittenKind kind) {
    super(kind);
  }

  /** {@code podCIDR} is the first of {@code podCIDRs}. If they differ, {@code podCIDR} wins. */
  @Override
  public void complete(JsonObject object) {
    super.complete(object);
    if (object.get("spec") instanceof JsonObject spec) {
      String alone = spec.path("podCIDR").asText();
      String first = spec.path("podCIDRs").path(0).asText();
      if (!alone.isEmpty() && !alone.equals(first)) {
        spec.putArray("podCIDRs").add(alone);
      } else if (alone.isEmpty() && !first.isEmpty()) {
        spec.put("podCIDR", first);
      }
    }
  }

  @Override
  public void prepareCreate(JsonObject object) {
    @Nullable JsonValue status = object.get("status");
    super.prepareCreate(object);
    set(object, "status", status);
  }
}
