/**
 * Binds PersistentVolumeClaims to PersistentVolumes, and pretends to provision volumes. Internal.
 *
 * <p>Start at {@link ClaimController}. The rules are pure functions in {@link VolumeMatch}.
 */
@NullMarked
package io.listwatch.workloads.volume;

import org.jspecify.annotations.NullMarked;
