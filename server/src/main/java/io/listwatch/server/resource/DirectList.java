package io.listwatch.server.resource;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists from storage. A list without a limit is read while it is sent. With a limit the whole page
 * is read first, because its metadata depends on where it ends; if it takes more than {@value
 * #MAX_KEPT} bytes it is dropped, and read again while it is sent.
 *
 * <p>Thread-safe. Its methods may block on storage.
 */
final class DirectList {
  /** Number of entries that are read at once, unless the limit is lower. */
  static final int BATCH = 500;

  /** Maximum number of entries that are read at once, if few of the earlier ones matched. */
  private static final int MAX_BATCH = 4_000;

  /** Maximum number of bytes of a page that are kept in memory until they are sent. */
  static final int MAX_KEPT = 8 << 20;

  private final Storage storage;
  private final StoredObjects objects;
  private final Workers workers;

  DirectList(Storage storage, StoredObjects objects, Workers workers) {
    this.storage = storage;
    this.objects = objects;
    this.workers = workers;
  }

  ResourcePage list(ResourceScope scope, ListOptions options) {
    var filter = ResourceFilter.of(scope, options);
    var token = token(options);
    KeyRange range = token == null ? objects.keys().range(scope) : rest(scope, token);
    int first = options.limit() == 0 ? BATCH : Math.min(options.limit(), BATCH);
    StoredPages pages = open(range, first, options.match(), token);
    return options.limit() == 0
        ? lazy(range, filter, pages, LazyPage.End.NONE)
        : page(range, filter, pages, options.limit());
  }

  private LazyPage lazy(
      KeyRange range, ResourceFilter filter, StoredPages pages, LazyPage.End end) {
    return new LazyPage(
        pages,
        new FoundObjects(objects, filter),
        end,
        workers,
        () -> again(range, filter, pages.revision(), end));
  }

  private LazyPage again(KeyRange range, ResourceFilter filter, long revision, LazyPage.End end) {
    var version = ResourceVersion.of(revision);
    return lazy(range, filter, new Opening(range, BATCH).exactly(version), end);
  }

  private static @Nullable ContinueToken token(ListOptions options) {
    if (options.continueToken().isEmpty()) {
      return null;
    }
    var token = ContinueToken.parse(options.continueToken());
    VersionFailures.checkContinued(options.match());
    return token;
  }

  private KeyRange rest(ResourceScope scope, ContinueToken token) {
    KeyRange all = objects.keys().range(scope.namespace());
    Key from = Key.of(objects.keys().prefix(scope.namespace()) + token.start());
    return KeyRange.between(from, all.to().orElseThrow());
  }

  private StoredPages open(
      KeyRange range, int first, VersionMatch match, @Nullable ContinueToken token) {
    if (token != null) {
      return resume(range, first, token);
    }
    return match.match(new Opening(range, first));
  }

  private StoredPages resume(KeyRange range, int first, ContinueToken token) {
    try {
      return StoredPages.open(storage, range, first, token.revision());
    } catch (CompactedException expired) {
      throw new ExpiredContinueException(token.atLatest().encode());
    } catch (RuntimeException failure) {
      throw StorageFailures.of(failure, ResourceVersion.of(token.revision()));
    }
  }

  /** Opens the pages of a range. */
  private final class Opening implements VersionMatch.Cases<StoredPages> {
    private final KeyRange range;
    private final int first;

    private Opening(KeyRange range, int first) {
      this.range = range;
      this.first = first;
    }

    @Override
    public StoredPages any() {
      return mostRecent();
    }

    @Override
    public StoredPages mostRecent() {
      return StoredPages.open(storage, range, first, ContinueToken.LATEST);
    }

    @Override
    public StoredPages notOlderThan(ResourceVersion bound) {
      StoredPages pages = mostRecent();
      if (Revisions.of(bound) > pages.revision()) {
        throw VersionFailures.tooLarge(bound, pages.revision(), 0);
      }
      return pages;
    }

    @Override
    public StoredPages exactly(ResourceVersion version) {
      try {
        return StoredPages.open(storage, range, first, Revisions.of(version));
      } catch (RuntimeException failure) {
        throw StorageFailures.of(failure, version);
      }
    }
  }

  /**
   * Reads until the page is full or the range ends. The fewer objects match, the larger the
   * batches.
   */
  private ResourcePage page(KeyRange range, ResourceFilter filter, StoredPages pages, int limit) {
    var found = new FoundObjects(objects, filter);
    var kept = new KeptObjects();
    LazyPage.End end = end(pages, found, kept, limit);
    return kept.dropped
        ? again(range, filter, pages.revision(), end)
        : new ReadPage(
            ResourceVersion.of(pages.revision()),
            kept.items,
            found.unreadable(),
            end.continueToken(),
            end.remaining());
  }

  private LazyPage.End end(StoredPages pages, FoundObjects found, KeptObjects kept, int limit) {
    int batch = limit;
    while (true) {
      batch = Math.min(2 * batch, MAX_BATCH);
      List<StoredEntry> entries = pages.next(batch);
      if (entries.isEmpty()) {
        return new LazyPage.End(kept.count, "", null, found.unreadable());
      }
      for (int i = 0; i < entries.size(); i++) {
        kept.take(entries.get(i), found);
        boolean more = i + 1 < entries.size() || pages.rest() != null;
        if (kept.count == limit && more) {
          return cut(pages.revision(), kept.count, found, entries.get(i));
        }
      }
    }
  }

  private LazyPage.End cut(long revision, int count, FoundObjects found, StoredEntry last) {
    ResourceScope scope = found.filter().scope();
    var token = ContinueToken.after(objects.keys().resourceKey(last.key()), scope, revision);
    Long remaining =
        found.filter().isOpen() ? Long.valueOf(storage.count(rest(scope, token), revision)) : null;
    return new LazyPage.End(count, token.encode(), remaining, found.unreadable());
  }

  /** The objects of a page, unless they take too much memory. */
  private static final class KeptObjects {
    private List<Resource> items = new ArrayList<>();
    private long bytes;
    private int count;
    private boolean dropped;

    private void take(StoredEntry entry, FoundObjects found) {
      int before = items.size();
      found.take(entry, items);
      if (items.size() == before) {
        return;
      }
      count++;
      bytes += items.get(before).size();
      if (bytes > MAX_KEPT) {
        dropped = true;
        items = new ArrayList<>();
      }
    }
  }
}
