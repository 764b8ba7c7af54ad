package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;

/** What is filled into persistent volumes, but not into what says where one is attached. */
final class VolumeDefaults {
  private VolumeDefaults() {}

  static void volume(JsonObject volume) {
    JsonObject spec = Members.object(volume, "spec");
    if (Members.empty(spec, "persistentVolumeReclaimPolicy")) {
      spec.put("persistentVolumeReclaimPolicy", "Retain");
    }
    if (Members.absent(spec, "volumeMode")) {
      spec.put("volumeMode", "Filesystem");
    }
  }
}
