package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;

/**
 * How far a store has been filled, and whether the source still knows that version.
 *
 * <p>Belongs to the reflector's thread.
 */
final class SyncPoint {
  private final ReflectorMonitor monitor;
  private ResourceVersion version = ResourceVersion.UNSET;
  private boolean unavailable;

  SyncPoint(ReflectorMonitor monitor) {
    this.monitor = monitor;
  }

  /** Unset before the first list. */
  ResourceVersion version() {
    return version;
  }

  /**
   * What a list or stream asks for: nothing older than the version, or the latest state while that
   * version is not to be had.
   */
  VersionMatch match(VersionMatch ifNoneIsKnown) {
    if (unavailable) {
      return VersionMatch.mostRecent();
    }
    return version.isUnset() ? ifNoneIsKnown : VersionMatch.notOlderThan(version);
  }

  void reached(ResourceVersion newVersion) {
    version = newVersion;
    monitor.reached(newVersion);
  }

  void available() {
    unavailable = false;
  }

  void unavailable() {
    unavailable = true;
  }

  /** Makes the next attempt ask for the latest state, unless that is what has just failed. */
  void doWithout(VersionMatch asked, ApiException failure) {
    if (asked.equals(VersionMatch.mostRecent())) {
      throw failure;
    }
    unavailable = true;
    monitor.failed(failure, true);
  }
}
