package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;
import static io.listwatch.objects.kinds.validation.WarningRules.always;

import java.util.List;

/** The rules of the kinds of the API group {@code resource.k8s.io}. */
final class DeviceKinds {
  private DeviceKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind("deviceclasses.resource.k8s.io", "resource/v1.DeviceClass")
            .validation(new DeviceClassRules())
            .build(),
        kind("resourceclaims.resource.k8s.io", "resource/v1.ResourceClaim")
            .validation(new DeviceClaimRules())
            .build(),
        kind("resourceclaimtemplates.resource.k8s.io", "resource/v1.ResourceClaimTemplate")
            .validation(new DeviceClaimRules.Template())
            .build(),
        kind("resourceslices.resource.k8s.io", "resource/v1.ResourceSlice")
            .warnings(always(DeviceWarnings::resourceSlice))
            .build());
  }
}
