package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;

/** Defaults of PersistentVolumes. The inline volume specs of VolumeAttachments get none. */
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
