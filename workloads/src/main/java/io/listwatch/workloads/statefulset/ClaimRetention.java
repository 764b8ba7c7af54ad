package io.listwatch.workloads.statefulset;

/**
 * The {@code persistentVolumeClaimRetentionPolicy}. The garbage collector deletes a claim with its
 * owner, so the policy decides who owns it.
 */
record ClaimRetention(boolean deleteWhenScaled, boolean deleteWhenDeleted) {
  /** The owner that a claim is deleted with. */
  enum Owner {
    NONE,
    SET,
    POD
  }

  /**
   * Returns the owner of a claim.
   *
   * @param scaledDown true if the ordinal of the claim's pod is out of range
   */
  Owner owner(boolean scaledDown) {
    if (deleteWhenScaled && scaledDown) {
      return Owner.POD;
    }
    // A set that deletes claims when scaled gives up a claim as soon as its pod is condemned.
    return deleteWhenDeleted ? Owner.SET : Owner.NONE;
  }
}
