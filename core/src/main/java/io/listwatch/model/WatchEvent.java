package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/**
 * One step in the history of a collection, in the order the storage committed it.
 *
 * <p>{@link #match} reads an event of any kind: the compiler asks for every case. {@code
 * instanceof} is for a reader that treats one kind apart and all others alike.
 */
public sealed interface WatchEvent {
  /** The collection's version once this event has been applied; unset if the event does not say. */
  ResourceVersion version();

  /**
   * The object that was added, modified or deleted; null for a bookmark and an unreadable event.
   */
  @Nullable Resource resource();

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

    /** The last state of the object, stamped with the version of its deletion. */
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

  record Modified(Resource object) implements WatchEvent {
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

  /** Carries the object's last state, stamped with the version of its deletion. */
  record Deleted(Resource object) implements WatchEvent {
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
   * @param endOfInitialEvents whether the objects that existed when the watch began have all been
   *     delivered
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

  /** Something happened that could not be read. The stream goes on after it. */
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
