package io.listwatch.storage;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of what a range held at one revision, in the order of keys.
 *
 * <p>Immutable.
 */
public final class RangePage {
  private final long revision;
  private final List<StoredEntry> entries;

  /** Null if nothing is left. */
  private final @Nullable KeyRange rest;

  private RangePage(long revision, List<StoredEntry> entries, @Nullable KeyRange rest) {
    this.revision = revision;
    this.entries = List.copyOf(entries);
    this.rest = rest;
  }

  /** The end of a range: nothing comes after these entries. */
  public static RangePage last(long revision, List<StoredEntry> entries) {
    return new RangePage(revision, entries, null);
  }

  /** The first entries of {@code range}, at least one, with more behind them. */
  public static RangePage first(long revision, List<StoredEntry> entries, KeyRange range) {
    Key last = entries.get(entries.size() - 1).key();
    return new RangePage(revision, entries, range.after(last));
  }

  /** The revision that was read. Reading {@link #rest} at it continues this page consistently. */
  public long revision() {
    return revision;
  }

  public List<StoredEntry> entries() {
    return entries;
  }

  /** What is left to read; absent if there is nothing. */
  public Optional<KeyRange> rest() {
    return Optional.ofNullable(rest);
  }

  @Override
  public String toString() {
    return "%d entries at %d, rest: %s".formatted(entries.size(), revision, rest);
  }
}
