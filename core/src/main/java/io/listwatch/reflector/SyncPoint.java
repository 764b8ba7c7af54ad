package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;

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

  /** Whether a list or stream may ask for what is not older than the version. */
  boolean usable() {
    return !unavailable && !version.isUnset();
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
  void doWithout(ApiException failure) {
    if (!usable()) {
      throw failure;
    }
    unavailable = true;
    monitor.failed(failure, true);
  }
}
