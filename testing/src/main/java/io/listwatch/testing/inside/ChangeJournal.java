package io.listwatch.testing.inside;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Formats the recent changes of a storage for a failed test's output, with a line where each test
 * began.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class ChangeJournal {
  static final int MAX_LINES = 200;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Deque<Mark> marks = new ArrayDeque<>();

  /** Returns the line that precedes the requests and changes of one test. */
  static String separator(String title) {
    return "-- " + title + " --";
  }

  /** Puts a line between the changes up to a revision and later ones. */
  void mark(long revision, String title) {
    lock.lock();
    try {
      if (marks.size() == MAX_LINES) {
        marks.removeFirst();
      }
      marks.addLast(new Mark(revision, separator(title)));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the last {@value #MAX_LINES} changes after a revision, and marks, oldest first. */
  List<String> lines(Storage storage, long after) {
    Deque<Mark> open = marks();
    Deque<String> lines = new ArrayDeque<>();
    try (var watch = storage.watch(KeyRange.all(), after, () -> {})) {
      for (ChangeSet set = watch.poll(); set != null; set = watch.poll()) {
        while (!open.isEmpty() && open.getFirst().revision < set.revision()) {
          add(lines, open.removeFirst().line);
        }
        for (Change change : set.changes()) {
          add(lines, new Item(set.revision(), change).line());
        }
      }
    } catch (CompactedException e) {
      lines.addFirst("(changes before revision " + e.oldest() + " have been compacted)");
    }
    open.forEach(mark -> add(lines, mark.line));
    return List.copyOf(lines);
  }

  private Deque<Mark> marks() {
    lock.lock();
    try {
      return new ArrayDeque<>(marks);
    } finally {
      lock.unlock();
    }
  }

  private static <T> void add(Deque<T> lines, T line) {
    if (lines.size() == MAX_LINES) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  /** Returns the last {@value #MAX_LINES} changes after a revision, oldest first. */
  static List<Item> items(Storage storage, long after) {
    Deque<Item> items = new ArrayDeque<>();
    try (var watch = storage.watch(KeyRange.all(), after, () -> {})) {
      for (ChangeSet set = watch.poll(); set != null; set = watch.poll()) {
        for (Change change : set.changes()) {
          add(items, new Item(set.revision(), change));
        }
      }
    } catch (CompactedException e) {
      return items(storage, e.oldest());
    }
    return List.copyOf(items);
  }

  /** One change. */
  record Item(long revision, Change change) {
    String line() {
      return revision + " " + type() + " " + change.key();
    }

    String type() {
      if (change instanceof Change.Created) {
        return "ADDED";
      }
      return change instanceof Change.Updated ? "MODIFIED" : "DELETED";
    }
  }

  /** A test that began when the storage was at a revision. */
  private record Mark(long revision, String line) {}
}
