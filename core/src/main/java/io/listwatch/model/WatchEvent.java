package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/**
 * One event of a watch, in the order in which the storage committed the changes.
 *
 * <p>{@link #match} covers every case, checked by the compiler. Use {@code instanceof} if only one
 * case needs special treatment.
 */
public sealed interface WatchEvent {
  /**
   * Returns the collection's version once this event has been applied; unset if the event has none.
   */
  ResourceVersion version();

  /**
   * Returns the object that was added, modified or deleted; null for a bookmark and an unreadable
   * event.
   */
  @Nullable Resource resource();

  /**
   * Returns the state of the object that every reader of the same stream had before this event;
   * null if it is not known.
   */
  default @Nullable Resource previous() {
    return null;
  }

  /** Calls the method of {@code cases} for this kind of event and returns its result. */
  <R extends @Nullable Object> R match(Cases<R> cases);

  /**
   * A method for each kind of event. {@link #match} calls one of them, on the same thread.
   *
   * @param <R> the result; {@link Void} for none
   */
  interface Cases<R extends @Nullable Object> {
    R added(Resource object);

    R modified(Resource object);

    /** Called with the last state of the object, at the version of its deletion. */
    R deleted(Resource object);

    R bookmark(Bookmark bookmark);

    R unreadable(UnreadableObject object);
  }

  record Added(Resource object) implements WatchEvent {
    @Override
    public ResourceVersion version() {
      return object.version();
    }

    @Override
    public Resource resource() {
      return object;
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.added(object);
    }
  }

  record Modified(Resource object, @Nullable Resource previous) implements WatchEvent {
    public Modified(Resource object) {
      this(object, null);
    }

    /** Two events are equal if their objects are. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Modified that && object.equals(that.object);
    }

    @Override
    public int hashCode() {
      return object.hashCode();
    }

    @Override
    public ResourceVersion version() {
      return object.version();
    }

    @Override
    public Resource resource() {
      return object;
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.modified(object);
    }
  }

  /** Carries the object's last state, at the version of its deletion. */
  record Deleted(Resource object, @Nullable Resource previous) implements WatchEvent {
    public Deleted(Resource object) {
      this(object, null);
    }

    /** Two events are equal if their objects are. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Deleted that && object.equals(that.object);
    }

    @Override
    public int hashCode() {
      return object.hashCode();
    }

    @Override
    public ResourceVersion version() {
      return object.version();
    }

    @Override
    public Resource resource() {
      return object;
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.deleted(object);
    }
  }

  /**
   * Nothing changed, but everything up to {@code version} has been delivered.
   *
   * @param endOfInitialEvents whether this marks the end of the initial events: all objects that
   *     existed when the watch began have been delivered
   */
  record Bookmark(ResourceVersion version, boolean endOfInitialEvents) implements WatchEvent {
    public Bookmark(ResourceVersion version) {
      this(version, false);
    }

    @Override
    public @Nullable Resource resource() {
      return null;
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.bookmark(this);
    }
  }

  /** An event that could not be read. The stream continues after it. */
  record Unreadable(UnreadableObject object) implements WatchEvent {
    @Override
    public ResourceVersion version() {
      return ResourceVersion.UNSET;
    }

    @Override
    public @Nullable Resource resource() {
      return null;
    }

    @Override
    public <R extends @Nullable Object> R match(Cases<R> cases) {
      return cases.unreadable(object);
    }
  }
}
