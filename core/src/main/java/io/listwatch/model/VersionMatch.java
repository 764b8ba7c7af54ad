package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/**
 * Which state of a collection a reader asks for.
 *
 * <p>{@link #match} reads any of them: the compiler asks for every case. {@code instanceof} is for
 * a reader that treats one of them apart and all others alike.
 */
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

  /** The version that this names; unset for {@link #any} and {@link #mostRecent}. */
  ResourceVersion version();

  /** Calls the method of {@code cases} for this kind of match and returns its result. */
  <R extends @Nullable Object> R match(Cases<R> cases);

  /**
   * A method for each kind of match. {@link #match} calls one of them, on the same thread.
   *
   * @param <R> the result
   */
  interface Cases<R extends @Nullable Object> {
    R any();

    R mostRecent();

    R notOlderThan(ResourceVersion version);

    R exactly(ResourceVersion version);
  }

  /** See {@link #any}. */
  enum Any implements VersionMatch {
    INSTANCE;

    @Override
    public ResourceVersion version() {
      return ResourceVersion.UNSET;
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.any();
    }
  }

  /** See {@link #mostRecent}. */
  enum MostRecent implements VersionMatch {
    INSTANCE;

    @Override
    public ResourceVersion version() {
      return ResourceVersion.UNSET;
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.mostRecent();
    }
  }

  /** See {@link #notOlderThan}. */
  record NotOlderThan(ResourceVersion version) implements VersionMatch {
    public NotOlderThan {
      requireSet(version);
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.notOlderThan(version);
    }
  }

  /** See {@link #exactly}. */
  record Exactly(ResourceVersion version) implements VersionMatch {
    public Exactly {
      requireSet(version);
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.exactly(version);
    }
  }

  private static void requireSet(ResourceVersion version) {
    if (version.isUnset()) {
      throw new IllegalArgumentException("version: unset (expected: one that was seen before)");
    }
  }
}
