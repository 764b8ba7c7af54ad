package io.listwatch.objects.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What is filled into persistent volumes, but not into what says where one is attached. */
final class VolumeDefaults {
  private VolumeDefaults() {}

  static void volume(ObjectNode volume) {
    ObjectNode spec = Members.object(volume, "spec");
    if (Members.empty(spec, "persistentVolumeReclaimPolicy")) {
      spec.put("persistentVolumeReclaimPolicy", "Retain");
    }
    if (Members.absent(spec, "volumeMode")) {
      spec.put("volumeMode", "Filesystem");
    }
  }
}
