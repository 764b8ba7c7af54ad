package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/**
 * The state of a collection that a client requests, like the API's {@code resourceVersion} with
 * {@code resourceVersionMatch}.
 *
 * <p>{@link #match} covers every case, checked by the compiler. Use {@code instanceof} if only one
 * case needs special treatment.
 */
public sealed interface VersionMatch {
  /** Returns a match for any available state, however old. */
  static VersionMatch any() {
    return Any.INSTANCE;
  }

  /**
   * Returns a match for the latest state, which contains everything acknowledged before the
   * request.
   */
  static VersionMatch mostRecent() {
    return MostRecent.INSTANCE;
  }

  /** Returns a match for a state that contains everything up to {@code version}. */
  static VersionMatch notOlderThan(ResourceVersion version) {
    return new NotOlderThan(version);
  }

  /** Returns a match for the state at {@code version}; for a watch, the events after it. */
  static VersionMatch exactly(ResourceVersion version) {
    return new Exactly(version);
  }

  /** Returns the version; unset for {@link #any} and {@link #mostRecent}. */
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
