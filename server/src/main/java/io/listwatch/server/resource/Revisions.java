package io.listwatch.server.resource;

import io.listwatch.model.ResourceVersion;

/** Converts resource versions to revisions of the storage. */
public final class Revisions {
  private static final ResourceVersion FIRST = ResourceVersion.of(1);
  private static final ResourceVersion LAST = ResourceVersion.of(Long.MAX_VALUE);

  private Revisions() {}

  /**
   * Returns the revision of a version. A version too large for a {@code long} becomes {@link
   * Long#MAX_VALUE}, which no storage reaches.
   */
  public static long of(ResourceVersion version) {
    if (!version.comparableTo(FIRST)) {
      throw VersionFailures.badRequest("invalid resource version: " + version);
    }
    return version.newerThan(LAST) ? Long.MAX_VALUE : Long.parseLong(version.toString());
  }
}
