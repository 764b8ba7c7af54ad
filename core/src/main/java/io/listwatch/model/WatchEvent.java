package io.listwatch.model;

/** One step in the history of a collection, in the order the storage committed it. */
public sealed interface WatchEvent {
  /** The collection's version once this event has been applied; unset if the event does not say. */
  ResourceVersion version();

  record Added(Resource object) implements WatchEvent {
    @Override
    public ResourceVersion version() {
      return object.version();
    }
  }

  record Modified(Resource object) implements WatchEvent {
    @Override
    public ResourceVersion version() {
      return object.version();
    }
  }

  /** Carries the object's last state, stamped with the version of its deletion. */
  record Deleted(Resource object) implements WatchEvent {
    @Override
    public ResourceVersion version() {
      return object.version();
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
  }

  /** Something happened that could not be read. The stream goes on after it. */
  record Unreadable(UnreadableObject object) implements WatchEvent {
    @Override
    public ResourceVersion version() {
      return ResourceVersion.UNSET;
    }
  }
}
