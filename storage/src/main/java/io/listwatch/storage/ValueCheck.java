package io.listwatch.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Reads all current values of a storage and checks the checksum of each that has one.
 *
 * <p>Threads: one thread runs it and blocks on the engine.
 */
public final class ValueCheck {
  private static final int PAGE_SIZE = 500;

  /** Maximum number of complaints to return. */
  private static final int MAX_COMPLAINTS = 100;

  private final Storage storage;
  private final LongConsumer listener;

  /**
   * @param listener called after each key with the number of keys checked so far
   */
  public ValueCheck(Storage storage, LongConsumer listener) {
    this.storage = storage;
    this.listener = listener;
  }

  /** Returns a line for each of the first unreadable values, with its key and revision. */
  public List<String> run() {
    var complaints = new ArrayList<String>();
    var entries =
        new PageReader(
            storage.range(KeyRange.all(), PAGE_SIZE), rest -> storage.range(rest, PAGE_SIZE));
    long checked = 0;
    for (var entry = entries.head(); entry != null; entry = entries.head()) {
      try {
        var unused = StoredValue.decode(entry);
      } catch (UnreadableValueException damaged) {
        complaints.add(
            "%s at revision %d: %s".formatted(entry.key(), entry.revision(), damaged.getMessage()));
      }
      if (complaints.size() == MAX_COMPLAINTS) {
        complaints.add("further values were not checked");
        return complaints;
      }
      entries.advance();
      listener.accept(++checked);
    }
    return complaints;
  }
}
