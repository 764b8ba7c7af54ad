package io.listwatch.workloads.volume;

import io.listwatch.selector.Labels;
import java.util.Set;

/**
 * The properties of a PersistentVolume that claims are matched with.
 *
 * @param capacity in thousandths of a byte
 * @param claim the namespace and name of the claim it is reserved for or bound to; empty if none
 * @param claimUid empty while the volume is only reserved
 * @param usable true if it is Available and not being deleted
 */
record VolumeOffer(
    String name,
    long capacity,
    Set<String> accessModes,
    String storageClass,
    String volumeMode,
    Labels labels,
    String claim,
    String claimUid,
    boolean usable) {
  VolumeOffer {
    accessModes = Set.copyOf(accessModes);
  }

  boolean free() {
    return claim.isEmpty();
  }

  /** True if it is reserved for a claim, or bound to it. */
  boolean belongsTo(ClaimNeeds needs) {
    return claim.equals(needs.namespace() + "/" + needs.name())
        && (claimUid.isEmpty() || claimUid.equals(needs.uid()));
  }
}
