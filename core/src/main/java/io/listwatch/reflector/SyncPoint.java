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
 * The version up to which a store is filled, and whether the source still has that version.
 *
 * <p>Confined to the reflector's thread.
 */
final class SyncPoint {
  private final ReflectorMonitor monitor;
  private ResourceVersion version = ResourceVersion.UNSET;
  private boolean unavailable;

  /**
   * True if every change of this version has arrived. Several objects can change at one version.
   */
  private boolean complete;

  /** Keys whose change at this version has arrived, while others may be missing. */
  private final List<ResourceKey> arrived = new ArrayList<>();

  SyncPoint(ReflectorMonitor monitor) {
    this.monitor = monitor;
  }

  /** Returns the version; unset before the first list. */
  ResourceVersion version() {
    return version;
  }

  /**
   * Returns the match for a list or stream: not older than this version, or the latest state while
   * this version is unavailable.
   */
  VersionMatch match(VersionMatch ifNoneIsKnown) {
    if (unavailable) {
      return VersionMatch.mostRecent();
    }
    return version.isUnset() ? ifNoneIsKnown : VersionMatch.notOlderThan(version);
  }

  /** Records that the store has everything up to a version. */
  void reached(ResourceVersion newVersion) {
    version = newVersion;
    complete = true;
    arrived.clear();
    monitor.reached(newVersion);
  }

  /** Records that the store has this event, and everything before its version. */
  void reached(WatchEvent event) {
    ResourceKey key = key(event);
    if (key == null || !event.version().equals(version)) {
      reached(event.version());
    }
    if (key != null) {
      complete = false;
      arrived.add(key);
    }
  }

  private static @Nullable ResourceKey key(WatchEvent event) {
    Resource object = event.resource();
    return object == null ? null : object.key();
  }

  /**
   * True if versions are numbers, so that repeated events of an overlapping stream can be detected.
   */
  boolean isOrdered() {
    return version.comparableTo(version);
  }

  /** True if a version is later than this one, or if the two cannot be compared. */
  boolean isPassedBy(ResourceVersion other) {
    return !other.comparableTo(version) || other.newerThan(version);
  }

  /** True if the store already has this event, whose version must not be later than this point. */
  boolean includes(WatchEvent event) {
    return includes(key(event), event.version());
  }

  /** Like {@link #includes(WatchEvent)}, for an event of the object at {@code key}. */
  boolean includes(@Nullable ResourceKey key, ResourceVersion eventVersion) {
    return complete || !eventVersion.equals(version) || arrived.contains(key);
  }

  void available() {
    unavailable = false;
  }

  void unavailable() {
    unavailable = true;
  }

  /**
   * Makes the next attempt request the latest state. Throws {@code failure} if the failed attempt
   * has requested it already.
   */
  void fallBackToMostRecent(VersionMatch asked, ApiException failure) {
    if (asked.equals(VersionMatch.mostRecent())) {
      throw failure;
    }
    unavailable = true;
    monitor.failed(failure, true);
  }
}
