package io.listwatch.workloads.volume;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the volume for a claim. */
final class VolumeMatch {
  private static final Comparator<VolumeOffer> SMALLEST_FIRST =
      Comparator.comparingInt((VolumeOffer volume) -> volume.accessModes().size())
          .thenComparingLong(VolumeOffer::capacity)
          .thenComparing(VolumeOffer::name);

  private VolumeMatch() {}

  /**
   * Returns the volume that is reserved for the claim; otherwise, of the volumes that satisfy the
   * claim, the one with the fewest access modes and then the least capacity.
   */
  static Optional<VolumeOffer> best(ClaimNeeds claim, Collection<VolumeOffer> volumes) {
    return volumes.stream()
        .filter(volume -> volume.belongsTo(claim) && mismatch(claim, volume).isEmpty())
        .findFirst()
        .or(
            () ->
                volumes.stream()
                    .filter(volume -> volume.free() && volume.usable())
                    .filter(volume -> claim.selector().matches(volume.labels()))
                    .filter(volume -> mismatch(claim, volume).isEmpty())
                    .min(SMALLEST_FIRST));
  }

  /** Returns why a volume does not satisfy a claim, in the words of kube-controller-manager. */
  static Optional<String> mismatch(ClaimNeeds claim, VolumeOffer volume) {
    if (volume.capacity() < claim.storage()) {
      return Optional.of("requested PV is too small");
    }
    if (!volume.storageClass().equals(claim.storageClass())) {
      return Optional.of("storageClassName does not match");
    }
    if (!volume.volumeMode().equals(claim.volumeMode())) {
      return Optional.of("incompatible volumeMode");
    }
    return volume.accessModes().containsAll(claim.accessModes())
        ? Optional.empty()
        : Optional.of("incompatible accessMode");
  }
}
