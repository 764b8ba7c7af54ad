package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a store has been filled, and whether the source still knows that version.
 *
 * <p>Belongs to the reflector's thread.
 */
final class SyncPoint {
  private final ReflectorMonitor monitor;
  private ResourceVersion version = ResourceVersion.UNSET;
  private boolean unavailable;

  /** Whether all of the version has come. Several objects can change in one step of history. */
  private boolean whole;

  /** Whose change to the version has come, while not all of it may have. */
  private final List<ResourceKey> arrived = new ArrayList<>();

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

  /** The store has everything up to a version. */
  void reached(ResourceVersion newVersion) {
    version = newVersion;
    whole = true;
    arrived.clear();
    monitor.reached(newVersion);
  }

  /** The store has what the event says, and everything before it. */
  void reached(WatchEvent event) {
    ResourceKey key = key(event);
    if (key == null || !event.version().equals(version)) {
      reached(event.version());
    }
    if (key != null) {
      whole = false;
      arrived.add(key);
    }
  }

  private static @Nullable ResourceKey key(WatchEvent event) {
    Resource object = event.resource();
    return object == null ? null : object.key();
  }

  /** Whether another stream can be told apart from what has come: by versions that are numbers. */
  boolean isOrdered() {
    return version.comparableTo(version);
  }

  /** Whether a version is later than this one, as far as that can be told. */
  boolean isPassedBy(ResourceVersion other) {
    return !other.comparableTo(version) || other.newerThan(version);
  }

  /** Whether the store has what the event says, which has not passed this point. */
  boolean includes(WatchEvent event) {
    return whole || !event.version().equals(version) || arrived.contains(key(event));
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
