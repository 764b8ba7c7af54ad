package io.listwatch.objects.podsecurity;

import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A pod, with the parts of it that the checks read. */
final class CheckedPod {
  private static final List<String> LISTS =
      List.of("initContainers", "containers", "ephemeralContainers");

  private final JsonValue metadata;
  private final JsonValue spec;
  private final List<JsonValue> containers = new ArrayList<>();

  CheckedPod(JsonValue metadata, JsonValue spec) {
    this.metadata = metadata;
    this.spec = spec;
    LISTS.forEach(list -> spec.path(list).forEach(containers::add));
  }

  JsonValue annotations() {
    return metadata.path("annotations");
  }

  JsonValue spec() {
    return spec;
  }

  /** Returns the pod's own security context. */
  JsonValue security() {
    return spec.path("securityContext");
  }

  /** Returns all containers: init containers first, ephemeral ones last. */
  List<JsonValue> containers() {
    return containers;
  }

  /** Returns the names of the containers whose security context matches. */
  List<String> containersWhose(Predicate<JsonValue> security) {
    var names = new ArrayList<String>();
    for (JsonValue each : containers) {
      if (security.test(each.path("securityContext"))) {
        names.add(each.path("name").asText());
      }
    }
    return names;
  }

  boolean isForWindows() {
    return spec.path("os").path("name").asText().equals("windows");
  }

  /** True if the pod has a user namespace of its own, in which root is not the node's root. */
  boolean hasUserNamespace() {
    return spec.hasNonNull("hostUsers") && !spec.path("hostUsers").asBoolean(true);
  }
}
