package io.listwatch.server.resource;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
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
import io.listwatch.time.Progress;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists and watches all objects of a type in a storage, for the reflector that fills a watch cache.
 * A progress notification of the storage becomes a bookmark.
 *
 * <p>Threads: the reflector's thread calls; {@link #requestProgress} and {@link #expireWatch} may
 * be called from any thread.
 */
public final class StorageListerWatcher implements ListerWatcher {
  private static final Logger log = LoggerFactory.getLogger(StorageListerWatcher.class);
  private static final int MAX_PAGE = 10_000;

  private final Storage storage;
  private final ResourceCodec codec;
  private final StoredObjects objects;
  private final Timers timers;
  private final ListAccount account;

  /**
   * Progress of the current list, which is read page by page. Used by the reflector's thread only.
   */
  private Progress progress;

  private long read;

  private volatile @Nullable StoredWatch current;

  /** True if progress was requested while there was no watch. */
  private volatile boolean progressWanted;

  public StorageListerWatcher(
      Storage storage, ResourceCodec codec, Metrics metrics, Timers timers) {
    this(storage, codec, metrics, timers, ListAccount.UNLIMITED);
  }

  /**
   * @param account follows the memory of each list, and may end it
   */
  public StorageListerWatcher(
      Storage storage, ResourceCodec codec, Metrics metrics, Timers timers, ListAccount account) {
    this.storage = storage;
    this.account = account;
    this.codec = codec;
    this.timers = timers;
    this.progress = newProgress();
    this.objects = new StoredObjects(codec, metrics);
  }

  @Override
  public boolean streamsInitialEvents() {
    return false;
  }

  /**
   * Lists the latest state, or another page of it. Ignores selectors: a cache holds all objects.
   */
  @Override
  public ResourceList list(ListOptions options) throws InterruptedException {
    current = null;
    if (options.continueToken().isEmpty()) {
      account.begin();
    }
    try {
      ResourceList page = read(options);
      if (account.read(page.items())) {
        return page;
      }
    } catch (RuntimeException failure) {
      if (Thread.interrupted()) {
        throw new InterruptedException("while reading from storage");
      }
      throw StorageFailures.of(failure);
    }
    throw new InterruptedException("the list takes too much memory");
  }

  private ResourceList read(ListOptions options) {
    KeyRange all = codec.keys().range(ResourceScope.ALL);
    int limit = options.limit() == 0 ? MAX_PAGE : options.limit();
    if (options.continueToken().isEmpty()) {
      progress = newProgress();
      read = 0;
      var pages = StoredPages.open(storage, all, limit, ContinueToken.LATEST);
      checkReached(options.match(), pages.revision());
      return options.limit() == 0 ? whole(pages) : page(pages);
    }
    var token = ContinueToken.parse(options.continueToken());
    var from = Key.of(codec.keys().prefix(null) + token.start());
    KeyRange rest = KeyRange.between(from, all.to().orElseThrow());
    return page(StoredPages.open(storage, rest, limit, token.revision()));
  }

  private static void checkReached(VersionMatch match, long revision) {
    if (match instanceof VersionMatch.NotOlderThan wanted
        && Revisions.of(wanted.version()) > revision) {
      throw VersionFailures.tooLarge(wanted.version(), revision, 0);
    }
  }

  /**
   * Logs progress, because a large collection takes a while and no client is served until it is
   * read.
   */
  private Progress newProgress() {
    return new Progress("reading " + codec.type() + " from storage", timers, log::info);
  }

  private ResourceList whole(StoredPages pages) {
    var entries = new ArrayList<StoredEntry>();
    List<StoredEntry> next;
    do {
      next = pages.next(MAX_PAGE);
      entries.addAll(next);
    } while (!next.isEmpty());
    return list(entries, pages.revision(), "");
  }

  private ResourceList page(StoredPages pages) {
    List<StoredEntry> entries = pages.next(MAX_PAGE);
    if (pages.rest() == null) {
      return list(entries, pages.revision(), "");
    }
    var last = objects.key(entries.get(entries.size() - 1));
    var token = ContinueToken.after(last, ResourceScope.ALL, pages.revision());
    return list(entries, pages.revision(), token.encode());
  }

  private ResourceList list(List<StoredEntry> entries, long revision, String token) {
    read += entries.size();
    progress.reached(read, () -> storage.count(codec.keys().range(ResourceScope.ALL)));
    var items = new ArrayList<Resource>(entries.size());
    var unreadable = new ArrayList<UnreadableObject>();
    for (StoredEntry entry : entries) {
      try {
        items.add(objects.read(entry));
      } catch (UnreadableResourceException problem) {
        unreadable.add(unreadableObject(entry, problem));
      }
    }
    return new ResourceList(items, unreadable, ResourceVersion.of(revision), token);
  }

  private UnreadableObject unreadableObject(
      StoredEntry entry, UnreadableResourceException problem) {
    Resource placeholder = codec.placeholder(objects.key(entry), entry.revision());
    return UnreadableObject.of(placeholder, problem.status().message());
  }

  /** Watches from a version. Other starts are not supported. */
  @Override
  public Watch watch(WatchOptions options) {
    if (!(options.from() instanceof VersionMatch.Exactly after)) {
      throw new IllegalArgumentException(
          "from: " + options.from() + " (expected: exactly a version)");
    }
    var range = codec.keys().range(ResourceScope.ALL);
    var watch = new StoredWatch(storage.watch(range, Revisions.of(after.version())), this::events);
    current = watch;
    // Checked after the watch is set: requestProgress() sets the flag before it looks for the
    // watch.
    if (progressWanted) {
      progressWanted = false;
      watch.requestProgress();
    }
    return watch;
  }

  private List<WatchEvent> events(ChangeSet set) {
    return set.changes().stream().map(change -> event(change, set.revision())).toList();
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
      return new WatchEvent.Unreadable(unreadableObject(entry, problem));
    }
  }

  /**
   * Requests a bookmark at the storage's current revision. If there is no watch, the next one will
   * request it.
   */
  public void requestProgress() {
    progressWanted = true;
    StoredWatch watch = current;
    if (watch != null) {
      progressWanted = false;
      watch.requestProgress();
    }
  }

  /** Ends the current watch so that the reflector lists again. May be called from any thread. */
  public void expireWatch() {
    StoredWatch watch = current;
    if (watch != null) {
      watch.expire();
    }
  }

  /** True if more events of the last event's revision follow. Called on the reflector's thread. */
  public boolean midRevision() {
    StoredWatch watch = current;
    return watch != null && watch.midRevision();
  }
}
