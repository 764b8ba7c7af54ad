package io.listwatch.server.resource;

import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.Watch;
import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.StorageException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A watch on a storage, as a reflector needs it. A revision with several changes becomes several
 * events of one version.
 *
 * <p>Threads: the reflector's thread reads; any thread may call the other methods.
 */
final class StoredWatch implements Watch {
  private final BlockingWatch watch;
  private final Function<ChangeSet, List<WatchEvent>> reading;

  /** Events of the last revision that have not been returned yet. */
  private final ArrayDeque<WatchEvent> events = new ArrayDeque<>();

  private volatile boolean expired;

  /**
   * @param reading returns the events for the changes of one revision; may return none
   */
  StoredWatch(BlockingWatch watch, Function<ChangeSet, List<WatchEvent>> reading) {
    this.watch = watch;
    this.reading = reading;
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    if (watch.closed()) {
      return null;
    }
    if (expired) {
      watch.close();
      throw VersionFailures.expiredWatch();
    }
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
      watch.close();
      throw StorageFailures.ofWatch(failure);
    }
    if (set != null) {
      events.addAll(reading.apply(set));
      // The reflector takes the revision from the last event, if that has a version.
      if (events.isEmpty() || events.getLast().version().isUnset()) {
        events.add(new WatchEvent.Bookmark(ResourceVersion.of(set.revision())));
      }
    }
  }

  /** Makes the watch fail as if its version were compacted, so that the reflector lists again. */
  void expire() {
    expired = true;
    watch.wakeUp();
  }

  boolean midRevision() {
    return !events.isEmpty();
  }

  void requestProgress() {
    watch.requestProgress();
  }

  @Override
  public boolean ended() {
    return watch.closed();
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
