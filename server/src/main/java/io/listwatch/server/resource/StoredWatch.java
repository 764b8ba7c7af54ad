package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.Watch;
import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayDeque;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What happens in a storage as events, for the reflector of a cache. A revision that did several
 * things becomes several events of one version.
 *
 * <p>Threads: the reflector's thread reads; any thread may do the rest.
 */
final class StoredWatch implements Watch {
  private final BlockingWatch watch;
  private final StoredObjects objects;
  private final BiFunction<StoredEntry, UnreadableResourceException, UnreadableObject> putAside;

  /** What is left of the last revision. */
  private final ArrayDeque<WatchEvent> events = new ArrayDeque<>();

  StoredWatch(
      BlockingWatch watch,
      StoredObjects objects,
      BiFunction<StoredEntry, UnreadableResourceException, UnreadableObject> putAside) {
    this.watch = watch;
    this.objects = objects;
    this.putAside = putAside;
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    if (events.isEmpty()) {
      read();
    }
    return events.poll();
  }

  private void read() throws InterruptedException {
    ChangeSet set;
    try {
      set = watch.next();
    } catch (StorageException failure) {
      throw StorageFailures.ofWatch(failure);
    }
    if (set != null) {
      set.changes().forEach(change -> events.add(event(change, set.revision())));
      // An event that cannot be read has no version, and neither has nothing.
      if (events.isEmpty() || events.getLast() instanceof WatchEvent.Unreadable) {
        events.add(new WatchEvent.Bookmark(ResourceVersion.of(set.revision())));
      }
    }
  }

  private WatchEvent event(Change change, long revision) {
    if (change instanceof Change.Deleted deleted) {
      Resource last = objects.readLast(deleted.previous());
      return new WatchEvent.Deleted(last.withVersion(ResourceVersion.of(revision)));
    }
    StoredEntry entry =
        change instanceof Change.Created created
            ? created.current()
            : ((Change.Updated) change).current();
    try {
      Resource object = objects.read(entry);
      return change instanceof Change.Created
          ? new WatchEvent.Added(object)
          : new WatchEvent.Modified(object);
    } catch (UnreadableResourceException problem) {
      return new WatchEvent.Unreadable(putAside.apply(entry, problem));
    }
  }

  boolean midRevision() {
    return !events.isEmpty();
  }

  void requestProgress() {
    watch.requestProgress();
  }

  @Override
  public boolean ended() {
    return events.isEmpty() && watch.closed();
  }

  @Override
  public void wakeUp() {
    watch.wakeUp();
  }

  @Override
  public void close() {
    watch.close();
  }
}
