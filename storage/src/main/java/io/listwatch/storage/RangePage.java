package io.listwatch.storage;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a range read at one revision, in key order.
 *
 * <p>Immutable.
 */
public final class RangePage {
  private final long revision;
  private final List<StoredEntry> entries;

  /** Null if this is the last page. */
  private final @Nullable KeyRange rest;

  private RangePage(long revision, List<StoredEntry> entries, @Nullable KeyRange rest) {
    this.revision = revision;
    this.entries = List.copyOf(entries);
    this.rest = rest;
  }

  /** Returns the last page of a range: no entries follow. */
  public static RangePage last(long revision, List<StoredEntry> entries) {
    return new RangePage(revision, entries, null);
  }

  /** Returns a page with at least one entry, with more entries of {@code range} after it. */
  public static RangePage first(long revision, List<StoredEntry> entries, KeyRange range) {
    Key last = entries.get(entries.size() - 1).key();
    return new RangePage(revision, entries, range.after(last));
  }

  /**
   * Returns the revision that was read. To continue consistently, read {@link #rest} at this
   * revision.
   */
  public long revision() {
    return revision;
  }

  public List<StoredEntry> entries() {
    return entries;
  }

  /** Returns the range left to read; absent if this is the last page. */
  public Optional<KeyRange> rest() {
    return Optional.ofNullable(rest);
  }

  @Override
  public String toString() {
    return "%d entries at %d, rest: %s".formatted(entries.size(), revision, rest);
  }
}
