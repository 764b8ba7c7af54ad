package io.listwatch.server.resource;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.storage.Change;
import io.listwatch.storage.StoredEntry;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the stored objects of a type. Unreadable objects are counted. Methods that read one of many
 * objects skip them.
 *
 * <p>Thread-safe.
 */
final class StoredObjects {
  private static final Logger log = LoggerFactory.getLogger(StoredObjects.class);

  private final ResourceCodec codec;
  private final Metrics.Counter failures;

  StoredObjects(ResourceCodec codec, Metrics metrics) {
    this.codec = codec;
    var tags = Map.of("resource", codec.type().toString());
    failures = metrics.counter("apiserver_storage_decode_errors_total", tags);
  }

  KeyLayout keys() {
    return codec.keys();
  }

  ResourceKey key(StoredEntry entry) {
    return codec.keys().resourceKey(entry.key());
  }

  /**
   * Reads an object.
   *
   * @throws UnreadableResourceException if it is unreadable
   */
  Resource read(StoredEntry entry) {
    try {
      return codec.read(entry);
    } catch (UnreadableResourceException unreadable) {
      failures.increment();
      throw unreadable;
    }
  }

  /** Reads one object of many; logs and returns null if it is unreadable. */
  @Nullable Resource readIfPossible(StoredEntry entry) {
    try {
      return read(entry);
    } catch (UnreadableResourceException unreadable) {
      log.warn("{}: {}", codec.type(), unreadable.status().message());
      return null;
    }
  }

  /**
   * Reads the states before and after a change. Returns null if the new state is unreadable:
   * watches then send no event.
   */
  @Nullable ResourceChange read(Change change, long revision) {
    if (change instanceof Change.Deleted deleted) {
      Resource last = readIfPossible(deleted.previous());
      return last == null
          ? ResourceChange.deletionOfUnknown(revision, placeholder(deleted.previous(), revision))
          : new ResourceChange(revision, last, null);
    }
    StoredEntry before = change instanceof Change.Updated updated ? updated.previous() : null;
    StoredEntry after =
        change instanceof Change.Updated updated
            ? updated.current()
            : ((Change.Created) change).current();
    Resource current = readIfPossible(after);
    Resource previous = before == null ? null : readIfPossible(before);
    return current == null ? null : new ResourceChange(revision, previous, current);
  }

  /** Reads the last state of a deleted object; returns a placeholder if it is unreadable. */
  Resource readLast(StoredEntry entry) {
    Resource last = readIfPossible(entry);
    return last == null ? placeholder(entry, entry.revision()) : last;
  }

  private Resource placeholder(StoredEntry entry, long revision) {
    return codec.placeholder(key(entry), revision);
  }
}
