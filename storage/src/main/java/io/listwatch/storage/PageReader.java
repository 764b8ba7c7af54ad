package io.listwatch.storage;

import java.util.Iterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a range entry by entry, fetching each page when it is needed. For one thread. */
final class PageReader {
  private final Function<KeyRange, RangePage> read;

  private RangePage page;
  private Iterator<StoredEntry> entries;
  private @Nullable StoredEntry head;

  /**
   * @param read what is left, given what a page did not hold
   */
  PageReader(RangePage first, Function<KeyRange, RangePage> read) {
    this.read = read;
    this.page = first;
    this.entries = first.entries().iterator();
    advance();
  }

  /** The next entry; null at the end. */
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
