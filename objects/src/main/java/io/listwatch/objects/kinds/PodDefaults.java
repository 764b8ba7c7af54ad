package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;

/** What is filled into pods and their parts. */
final class PodDefaults {
  private static final List<String> CONTAINERS = List.of("containers", "initContainers");

  private PodDefaults() {}

  /** Pods themselves; templates of pods stay as they are. */
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

  /** The account has two names, of which one is outdated and still read by some. */
  static void spec(JsonObject spec) {
    String account = Members.text(spec, "serviceAccountName");
    String name = account.isEmpty() ? Members.text(spec, "serviceAccount") : account;
    if (name.isEmpty()) {
      spec.remove(List.of("serviceAccountName", "serviceAccount"));
    } else {
      spec.put("serviceAccountName", name).put("serviceAccount", name);
    }
  }

  /** What is limited and not asked for is asked for up to its limit. */
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

  /** What is latest may have changed; anything else is what it was. */
  private static String pullPolicy(String image) {
    return ImageName.isLatest(image) ? "Always" : "IfNotPresent";
  }

  /** A volume from nowhere is an empty directory. */
  static void volume(JsonObject volume) {
    boolean fromNowhere =
        volume.properties().stream()
            .allMatch(each -> each.getKey().equals("name") || each.getValue().isNull());
    if (fromNowhere) {
      volume.putObject("emptyDir");
    }
  }
}
