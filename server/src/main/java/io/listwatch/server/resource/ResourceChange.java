package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * What one write did to one object: what it was, and what it is now. The events that tell of it are
 * made when they are first needed and then shared by all watches.
 *
 * <p>Thread-safe.
 */
public final class ResourceChange {
  private static final AtomicReferenceFieldUpdater<ResourceChange, WatchEvent> DELETED =
      AtomicReferenceFieldUpdater.newUpdater(ResourceChange.class, WatchEvent.class, "deleted");

  private final long version;
  private final @Nullable Resource previous;
  private final @Nullable Resource current;

  /** Two threads may each make one; both carry the same object. */
  private @Nullable WatchEvent added;

  private @Nullable WatchEvent modified;

  /** The first one made stays, because making one makes an object. */
  private volatile @Nullable WatchEvent deleted;

  /**
   * @param previous null if there was no such object
   * @param current null if there is none any more
   */
  public ResourceChange(long version, @Nullable Resource previous, @Nullable Resource current) {
    if (previous == null && current == null) {
      throw new IllegalArgumentException("change: of nothing to nothing (expected: an object)");
    }
    this.version = version;
    this.previous = previous;
    this.current = current;
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

  /** About what this keeps in memory. */
  public int bytes() {
    return (previous == null ? 0 : previous.size()) + (current == null ? 0 : current.size());
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
      event = new WatchEvent.Modified(Objects.requireNonNull(current));
      modified = event;
    }
    return event;
  }

  /** The old content at the version of the change. */
  WatchEvent deleted() {
    WatchEvent event = deleted;
    if (event == null) {
      Resource last = Objects.requireNonNull(previous).withVersion(ResourceVersion.of(version));
      DELETED.compareAndSet(this, null, new WatchEvent.Deleted(last));
      event = Objects.requireNonNull(deleted);
    }
    return event;
  }
}
