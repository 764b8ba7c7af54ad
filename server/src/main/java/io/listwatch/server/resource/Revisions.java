package io.listwatch.server.resource;

import io.listwatch.model.ResourceVersion;

/** The storage's numbers behind the versions that clients name. */
public final class Revisions {
  private static final ResourceVersion FIRST = ResourceVersion.of(1);
  private static final ResourceVersion LAST = ResourceVersion.of(Long.MAX_VALUE);

  private Revisions() {}

  /** A version past all that a storage can have is the last one: it will never be reached. */
  public static long of(ResourceVersion version) {
    if (!version.comparableTo(FIRST)) {
      throw VersionFailures.badRequest("invalid resource version: " + version);
    }
    return version.newerThan(LAST) ? Long.MAX_VALUE : Long.parseLong(version.toString());
  }
}
