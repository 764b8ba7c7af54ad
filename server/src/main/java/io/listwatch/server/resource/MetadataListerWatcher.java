package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonEraser;
import io.listwatch.json.JsonPath;
import io.listwatch.json.JsonString;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists and watches the metadata of all objects of all types in a storage, in the order in which
 * they were written. For the built-in controllers.
 *
 * <p>A list has only the objects with owner references or a deletion timestamp; the others can be
 * read one by one. A watch has every object. Objects have their kind, their apiVersion and their
 * metadata without {@code managedFields}, {@code annotations} and {@code labels}, which no
 * controller needs here; annotations alone may take 256 KiB. Events (the kind) are left out,
 * because they expire by themselves and block no deletion. Unreadable objects are left out too.
 *
 * <p>Threads: the reflector's thread calls.
 */
public final class MetadataListerWatcher implements ListerWatcher {
  private static final Logger log = LoggerFactory.getLogger(MetadataListerWatcher.class);

  private static final JsonPath OWNERS = JsonPath.of("metadata.ownerReferences[*].uid");
  private static final JsonPath ANNOTATIONS = JsonPath.of("metadata.annotations");
  private static final JsonPath LABELS = JsonPath.of("metadata.labels");
  private static final List<Key> LEFT_OUT =
      List.of(Key.of("core/events/"), Key.of("events.k8s.io/events/"));

  /**
   * Page size. Only the metadata of a page is kept, so that a list of everything does not fill the
   * memory.
   */
  private static final int PAGE = 1_000;

  private final Storage storage;

  public MetadataListerWatcher(Storage storage) {
    this.storage = storage;
  }

  @Override
  public boolean streamsInitialEvents() {
    return false;
  }

  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    try {
      return read();
    } catch (RuntimeException failure) {
      if (Thread.interrupted()) {
        throw new InterruptedException("while reading from storage");
      }
      throw StorageFailures.of(failure);
    }
  }

  private ResourceList read() throws InterruptedException {
    var items = new ArrayList<Resource>();
    var pages = StoredPages.open(storage, KeyRange.all(), PAGE, ContinueToken.LATEST);
    for (var page = pages.next(PAGE); !page.isEmpty(); page = pages.next(PAGE)) {
      for (StoredEntry entry : page) {
        Resource object = object(entry);
        if (object != null && isListed(object)) {
          items.add(metadata(object, entry.revision()));
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("while reading from storage");
      }
    }
    return ResourceList.of(items, ResourceVersion.of(pages.revision()));
  }

  private static boolean isListed(Resource object) {
    return object.terminating() || !object.texts(OWNERS).isEmpty();
  }

  private static @Nullable Resource object(StoredEntry entry) {
    for (Key each : LEFT_OUT) {
      if (entry.key().startsWith(each)) {
        return null;
      }
    }
    try {
      StoredValue value = StoredValue.decode(entry);
      return ResourceReader.PLAIN.resource(value.bytes(), value.start(), value.bytes().length);
    } catch (RuntimeException | StackOverflowError unreadable) {
      log.debug("{} cannot be read and is left out", entry.key(), unreadable);
      return null;
    }
  }

  /** Returns the object with its kind, its apiVersion and the metadata that controllers read. */
  private static Resource metadata(Resource object, long revision) {
    byte[] partial = without(LABELS, without(ANNOTATIONS, object.leanPartialMetadata()));
    int start = secondBrace(partial);
    byte[] prefix =
        "{\"kind\":%s,\"apiVersion\":%s,\"metadata\":"
            .formatted(JsonString.quote(object.kind()), JsonString.quote(object.apiVersion()))
            .getBytes(UTF_8);
    byte[] bytes = Arrays.copyOf(prefix, prefix.length + partial.length - start);
    System.arraycopy(partial, start, bytes, prefix.length, partial.length - start);
    return Resource.parse(bytes).withVersion(ResourceVersion.of(revision));
  }

  private static byte[] without(JsonPath path, byte[] json) {
    return JsonEraser.without(path, json, 0, json.length);
  }

  /** Returns the start of the metadata. The members before it are plain strings. */
  private static int secondBrace(byte[] json) {
    int at = 1;
    while (json[at] != '{') {
      at++;
    }
    return at;
  }

  /** Watches from a version. Other starts are not supported. */
  @Override
  public Watch watch(WatchOptions options) {
    if (!(options.from() instanceof VersionMatch.Exactly after)) {
      throw new IllegalArgumentException(
          "from: " + options.from() + " (expected: exactly a version)");
    }
    var watch = storage.watch(KeyRange.all(), Revisions.of(after.version()));
    return new StoredWatch(watch, MetadataListerWatcher::events);
  }

  private static List<WatchEvent> events(ChangeSet set) {
    var events = new ArrayList<WatchEvent>();
    for (Change change : set.changes()) {
      WatchEvent event = event(change, set.revision());
      if (event != null) {
        events.add(event);
      }
    }
    return events;
  }

  private static @Nullable WatchEvent event(Change change, long revision) {
    if (change instanceof Change.Created created) {
      Resource object = object(created.current());
      return object == null ? null : new WatchEvent.Added(metadata(object, revision));
    }
    if (change instanceof Change.Updated updated) {
      Resource object = object(updated.current());
      return object == null ? null : new WatchEvent.Modified(metadata(object, revision));
    }
    Resource object = object(((Change.Deleted) change).previous());
    return object == null ? null : new WatchEvent.Deleted(metadata(object, revision));
  }
}
