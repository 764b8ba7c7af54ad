package io.listwatch.model;

/** Which state of a collection a reader asks for. */
public sealed interface VersionMatch {
  /** Whatever is at hand, however old. */
  static VersionMatch any() {
    return Any.INSTANCE;
  }

  /** The latest there is: everything acknowledged before the request is in it. */
  static VersionMatch mostRecent() {
    return MostRecent.INSTANCE;
  }

  /** A state in which everything up to {@code version} is contained. */
  static VersionMatch notOlderThan(ResourceVersion version) {
    return new NotOlderThan(version);
  }

  /** The state at {@code version}; of a watch, what happened after it. */
  static VersionMatch exactly(ResourceVersion version) {
    return new Exactly(version);
  }

  /** See {@link #any}. */
  enum Any implements VersionMatch {
    INSTANCE
  }

  /** See {@link #mostRecent}. */
  enum MostRecent implements VersionMatch {
    INSTANCE
  }

  /** See {@link #notOlderThan}. */
  record NotOlderThan(ResourceVersion version) implements VersionMatch {
    public NotOlderThan {
      requireSet(version);
    }
  }

  /** See {@link #exactly}. */
  record Exactly(ResourceVersion version) implements VersionMatch {
    public Exactly {
      requireSet(version);
    }
  }

  private static void requireSet(ResourceVersion version) {
    if (version.isUnset()) {
      throw new IllegalArgumentException("version: unset (expected: one that was seen before)");
    }
  }
}
