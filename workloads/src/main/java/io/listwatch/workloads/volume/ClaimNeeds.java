package io.listwatch.workloads.volume;

import io.listwatch.selector.LabelSelector;
import java.util.Set;

/**
 * The requirements of a PersistentVolumeClaim.
 *
 * @param storage in thousandths of a byte
 * @param storageClass empty if it has none
 * @param volumeMode Filesystem or Block
 */
record ClaimNeeds(
    String namespace,
    String name,
    String uid,
    long storage,
    Set<String> accessModes,
    String storageClass,
    String volumeMode,
    LabelSelector selector) {
  ClaimNeeds {
    accessModes = Set.copyOf(accessModes);
  }
}
