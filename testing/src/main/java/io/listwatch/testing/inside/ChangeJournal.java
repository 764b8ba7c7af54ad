package io.listwatch.testing.inside;

import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Formats the recent changes of a storage for a failed test's output. */
final class ChangeJournal {
  static final int MAX_LINES = 200;

  private ChangeJournal() {}

  /** Returns the last {@value #MAX_LINES} changes after a revision, oldest first. */
  static List<String> lines(Storage storage, long after) {
    Deque<String> lines = new ArrayDeque<>();
    try (var watch = storage.watch(KeyRange.all(), after, () -> {})) {
      for (ChangeSet set = watch.poll(); set != null; set = watch.poll()) {
        for (Change change : set.changes()) {
          if (lines.size() == MAX_LINES) {
            lines.removeFirst();
          }
          lines.addLast(set.revision() + " " + word(change) + " " + change.key());
        }
      }
    } catch (CompactedException e) {
      lines.addFirst("(changes before revision " + e.oldest() + " have been compacted)");
    }
    return List.copyOf(lines);
  }

  private static String word(Change change) {
    if (change instanceof Change.Created) {
      return "ADDED";
    }
    return change instanceof Change.Updated ? "MODIFIED" : "DELETED";
  }
}
