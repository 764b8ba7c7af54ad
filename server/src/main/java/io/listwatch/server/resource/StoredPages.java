package io.listwatch.server.resource;

import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range page by page, all at the revision of the first page. Used by one thread at a time.
 */
final class StoredPages {
  private final Storage storage;
  private final long revision;

  /** The page that has been read but not returned yet. */
  private @Nullable RangePage ahead;

  /** The part of the range that has not been read; null if there is none. */
  private @Nullable KeyRange rest;

  private StoredPages(Storage storage, RangePage first) {
    this.storage = storage;
    this.revision = first.revision();
    this.ahead = first;
    this.rest = first.rest().orElse(null);
  }

  /**
   * Reads the first page.
   *
   * @param revision {@link ContinueToken#LATEST} for the latest revision
   */
  static StoredPages open(Storage storage, KeyRange range, int limit, long revision) {
    return new StoredPages(
        storage,
        revision == ContinueToken.LATEST
            ? storage.range(range, limit)
            : storage.range(range, limit, revision));
  }

  long revision() {
    return revision;
  }

  /** Returns the range after the returned pages; null if there are no more. */
  @Nullable KeyRange rest() {
    return rest;
  }

  /** Returns the next entries; empty at the end. */
  List<StoredEntry> next(int limit) {
    RangePage page = ahead;
    ahead = null;
    if (page == null) {
      if (rest == null) {
        return List.of();
      }
      page = storage.range(rest, limit, revision);
      rest = page.rest().orElse(null);
    }
    return page.entries();
  }
}
