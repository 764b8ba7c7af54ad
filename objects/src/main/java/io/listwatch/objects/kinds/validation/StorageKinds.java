package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;
import static io.listwatch.objects.kinds.validation.WarningRules.always;

import java.util.List;

/** The rules of the kinds of the API group {@code storage.k8s.io}. */
final class StorageKinds {
  private StorageKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("csidrivers.storage.k8s.io", "storage/v1.CSIDriver")
            .validation(new DriverRules.Driver())
            .warnings(StorageWarnings::driver)
            .disabledFields("spec.preventPodSchedulingIfMissing")
            .build(),
        kind("csinodes.storage.k8s.io", "storage/v1.CSINode")
            .validation(new DriverRules.Node())
            .build(),
        kind("csistoragecapacities.storage.k8s.io", "storage/v1.CSIStorageCapacity")
            .validation(new VolumePartRules.Capacity())
            .warnings(always(StorageWarnings::capacity))
            .build(),
        kind("storageclasses.storage.k8s.io", "storage/v1.StorageClass")
            .validation(new StorageClassRules())
            .warnings(always(StorageWarnings::storageClass))
            .build(),
        kind("volumeattachments.storage.k8s.io", "storage/v1.VolumeAttachment")
            .validation(new VolumePartRules.Attachment())
            .build(),
        kind("volumeattributesclasses.storage.k8s.io", "storage/v1.VolumeAttributesClass")
            .validation(new VolumePartRules.Attributes())
            .build());
  }
}
