package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;

/** Defaults of pods and their parts. */
final class PodDefaults {
  private static final List<String> CONTAINERS = List.of("containers", "initContainers");

  private PodDefaults() {}

  /** Fills in the defaults of pods that pod templates do not get. */
  static void pod(JsonObject pod) {
    JsonObject spec = Members.object(pod, "spec");
    for (String list : CONTAINERS) {
      for (JsonValue container : spec.path(list)) {
        requestLimits(container.path("resources"));
        if (spec.path("hostNetwork").asBoolean()) {
          container.path("ports").forEach(PodDefaults::hostPort);
        }
      }
    }
    PodRequests.fill(spec);
    if (Members.absent(spec, "enableServiceLinks")) {
      spec.put("enableServiceLinks", true);
    }
  }

  /**
   * Copies the service account's name between {@code serviceAccountName} and the deprecated {@code
   * serviceAccount}.
   */
  static void spec(JsonObject spec) {
    String account = Members.text(spec, "serviceAccountName");
    String name = account.isEmpty() ? Members.text(spec, "serviceAccount") : account;
    if (name.isEmpty()) {
      spec.remove(List.of("serviceAccountName", "serviceAccount"));
    } else {
      spec.put("serviceAccountName", name).put("serviceAccount", name);
    }
  }

  /** Defaults each missing resource request to its limit. */
  private static void requestLimits(JsonValue resources) {
    if (resources instanceof JsonObject object && !Members.empty(object, "limits")) {
      Members.addMissing(Members.object(object, "requests"), object.path("limits"));
    }
  }

  private static void hostPort(JsonValue port) {
    if (port instanceof JsonObject object && object.path("hostPort").asInt() == 0) {
      object.set("hostPort", object.path("containerPort"));
    }
  }

  static void container(JsonObject container) {
    if (Members.empty(container, "imagePullPolicy")) {
      container.put("imagePullPolicy", pullPolicy(Members.text(container, "image")));
    }
  }

  static void imageVolume(JsonObject volume) {
    if (Members.empty(volume, "pullPolicy")) {
      volume.put("pullPolicy", pullPolicy(Members.text(volume, "reference")));
    }
  }

  /**
   * Returns the default pull policy. Images with a tag other than {@code latest} are assumed not to
   * change, so a local copy will do.
   */
  private static String pullPolicy(String image) {
    return ImageName.isLatest(image) ? "Always" : "IfNotPresent";
  }

  /** A volume without a source is an emptyDir. */
  static void volume(JsonObject volume) {
    boolean fromNowhere =
        volume.properties().stream()
            .allMatch(each -> each.getKey().equals("name") || each.getValue().isNull());
    if (fromNowhere) {
      volume.putObject("emptyDir");
    }
  }
}
