package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The change that one write made to one object: its previous and its current state. The watch
 * events for it are created on demand and shared by all watches.
 *
 * <p>Thread-safe.
 */
public final class ResourceChange {
  private static final AtomicReferenceFieldUpdater<ResourceChange, WatchEvent> DELETED =
      AtomicReferenceFieldUpdater.newUpdater(ResourceChange.class, WatchEvent.class, "deleted");

  private final long version;
  private final @Nullable Resource previous;
  private final @Nullable Resource current;

  /** Two threads may each create an event; both events carry the same object. */
  private @Nullable WatchEvent added;

  private @Nullable WatchEvent modified;

  /** Only the first event that is created is used, because each would carry a new object. */
  private volatile @Nullable WatchEvent deleted;

  /**
   * @param previous null if the object did not exist
   * @param current null if the object was deleted
   */
  public ResourceChange(long version, @Nullable Resource previous, @Nullable Resource current) {
    if (previous == null && current == null) {
      throw new IllegalArgumentException(
          "change: no object (expected: a previous or a current one)");
    }
    this.version = version;
    this.previous = previous;
    this.current = current;
  }

  /**
   * Returns the change of a deletion.
   *
   * @param last the last state with the version of the deletion
   */
  public static ResourceChange deletion(long version, Resource previous, Resource last) {
    var change = new ResourceChange(version, previous, null);
    change.deleted = new WatchEvent.Deleted(last, previous);
    return change;
  }

  /**
   * Returns the change of a deletion whose previous state is not known.
   *
   * @param last the known part of the last state, with the version of the deletion
   */
  public static ResourceChange deletionOfUnknown(long version, Resource last) {
    var change = new ResourceChange(version, last, null);
    change.deleted = new WatchEvent.Deleted(last);
    return change;
  }

  public long version() {
    return version;
  }

  public @Nullable Resource previous() {
    return previous;
  }

  public @Nullable Resource current() {
    return current;
  }

  public ResourceKey key() {
    Resource either = current == null ? previous : current;
    return Objects.requireNonNull(either).key();
  }

  /** Returns the type of the event for a watch of all objects. */
  public String eventType() {
    if (current == null) {
      return "DELETED";
    }
    return previous == null ? "ADDED" : "MODIFIED";
  }

  /**
   * Returns the approximate number of bytes that this keeps in memory beyond the current objects.
   */
  public int retainedBytes() {
    if (previous == null) {
      return 0;
    }
    return current == null ? 2 * previous.size() : previous.size();
  }

  WatchEvent added() {
    WatchEvent event = added;
    if (event == null) {
      event = new WatchEvent.Added(Objects.requireNonNull(current));
      added = event;
    }
    return event;
  }

  WatchEvent modified() {
    WatchEvent event = modified;
    if (event == null) {
      event = new WatchEvent.Modified(Objects.requireNonNull(current), previous);
      modified = event;
    }
    return event;
  }

  /** Carries the previous state with the version of the change. */
  WatchEvent deleted() {
    WatchEvent event = deleted;
    if (event == null) {
      Resource last = Objects.requireNonNull(previous).withVersion(ResourceVersion.of(version));
      DELETED.compareAndSet(this, null, new WatchEvent.Deleted(last, previous));
      event = Objects.requireNonNull(deleted);
    }
    return event;
  }
}
