package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.objects.json.JsonValue;
import java.util.Map;

/**
 * The CSI drivers of volumes, including the in-tree volume types that Kubernetes translates to CSI.
 */
final class CsiDrivers {
  private static final Map<String, String> TRANSLATED =
      Map.of(
          "awsElasticBlockStore", "ebs.csi.aws.com",
          "azureDisk", "disk.csi.azure.com",
          "azureFile", "file.csi.azure.com",
          "cinder", "cinder.csi.openstack.org",
          "gcePersistentDisk", "pd.csi.storage.gke.io",
          "portworxVolume", "pxd.portworx.com",
          "vsphereVolume", "csi.vsphere.vmware.com");

  private CsiDrivers() {}

  /**
   * Returns the name of a volume's driver; empty if it has none.
   *
   * @param volume of a pod, or the spec of a PersistentVolume
   */
  static String of(JsonValue volume) {
    if (volume.hasNonNull("csi")) {
      return volume.path("csi").path("driver").asText();
    }
    for (Map.Entry<String, String> each : TRANSLATED.entrySet()) {
      if (volume.hasNonNull(each.getKey())) {
        return each.getValue();
      }
    }
    return "";
  }
}
