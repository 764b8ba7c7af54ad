package io.listwatch.storage;

import java.util.Iterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a range entry by entry and fetches each page when it is needed. Not thread-safe. */
final class PageReader {
  private final Function<KeyRange, RangePage> read;

  private RangePage page;
  private Iterator<StoredEntry> entries;
  private @Nullable StoredEntry head;

  /**
   * @param read reads the next page, given the {@link RangePage#rest} of the previous one
   */
  PageReader(RangePage first, Function<KeyRange, RangePage> read) {
    this.read = read;
    this.page = first;
    this.entries = first.entries().iterator();
    advance();
  }

  /** Returns the next entry, not yet consumed; null at the end. */
  @Nullable StoredEntry head() {
    return head;
  }

  void advance() {
    while (!entries.hasNext() && page.rest().isPresent()) {
      page = read.apply(page.rest().orElseThrow());
      entries = page.entries().iterator();
    }
    head = entries.hasNext() ? entries.next() : null;
  }
}
