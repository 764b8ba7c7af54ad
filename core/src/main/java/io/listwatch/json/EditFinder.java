package io.listwatch.json;

import java.util.Arrays;

/**
 * Finds the edits between two documents by walking both in step along their structure: members of
 * objects are matched by name, items of arrays by equality or else by their common prefix. The text
 * between two matches, and scalars that differ, are replaced, trimmed at both ends.
 *
 * <p>A search for common bytes that ignores the structure finds poor matches: JSON is repetitive,
 * and a later similar part would be taken for the next match.
 *
 * <p>Not thread-safe; create one for each pair of documents.
 */
final class EditFinder {
  /**
   * Edits that are closer than this are joined: a second edit would be longer than the bytes
   * between the two.
   */
  private static final int MIN_GAP = 8;

  /**
   * Containers are compared member by member until this many times the size of both documents has
   * been scanned, because a document that is nested deeply would be scanned once for each level.
   */
  private static final int MAX_SCANS = 8;

  private final byte[] base;
  private final byte[] next;

  /** Number of bytes that may still be scanned. */
  private long budget;

  /**
   * Four numbers for each edit: its start and end in the base, and its start and end in the next
   * document.
   */
  private int[] found = new int[32];

  private int size;

  EditFinder(byte[] base, byte[] next) {
    this.base = base;
    this.next = next;
    this.budget = (long) MAX_SCANS * (base.length + next.length);
  }

  Edits find() {
    try {
      compare(0, base.length, 0, next.length);
    } catch (JsonException notJson) {
      size = 0;
      replace(0, base.length, 0, next.length);
    }
    int count = size / 4;
    var keeps = new int[count];
    var drops = new int[count];
    var inserts = new byte[count][];
    int kept = 0;
    for (int i = 0; i < count; i++) {
      keeps[i] = found[4 * i] - kept;
      kept = found[4 * i + 1];
      drops[i] = kept - found[4 * i];
      inserts[i] = Arrays.copyOfRange(next, found[4 * i + 2], found[4 * i + 3]);
    }
    return new Edits(keeps, drops, inserts);
  }

  private void compare(int from, int to, int nextFrom, int nextTo) {
    if (Arrays.equals(base, from, to, next, nextFrom, nextTo)) {
      return;
    }
    budget -= (to - from) + (nextTo - nextFrom);
    boolean container = from < to && (base[from] == '{' || base[from] == '[');
    if (container && nextFrom < nextTo && base[from] == next[nextFrom] && budget > 0) {
      JsonParts parts = JsonParts.of(base, from, to, null);
      compare(parts, JsonParts.of(next, nextFrom, nextTo, parts));
    } else {
      replace(from, to, nextFrom, nextTo);
    }
  }

  /**
   * Compares two containers: their matching parts, and the text before, between and after those.
   */
  private void compare(JsonParts parts, JsonParts nextParts) {
    int[] matches = PartMatches.of(parts, nextParts);
    int done = parts.from();
    int nextDone = nextParts.from();
    for (int i = 0; i < matches.length; i++) {
      int match = matches[i];
      if (match >= 0) {
        replace(done, parts.start(match), nextDone, nextParts.start(i));
        done = parts.end(match);
        nextDone = nextParts.end(i);
        compare(parts.start(match), done, nextParts.start(i), nextDone);
      }
    }
    replace(done, parts.to(), nextDone, nextParts.to());
  }

  /** Adds an edit for the part of the two ranges that differs. */
  private void replace(int from, int to, int nextFrom, int nextTo) {
    int same = Arrays.mismatch(base, from, to, next, nextFrom, nextTo);
    if (same < 0) {
      return;
    }
    int start = nextFrom + same;
    while (start > nextFrom && start < next.length && isInsideCharacter(next[start])) {
      start--;
    }
    same = start - nextFrom;
    int end = to;
    int nextEnd = nextTo;
    while (end > from + same && nextEnd > start && base[end - 1] == next[nextEnd - 1]) {
      end--;
      nextEnd--;
    }
    while (nextEnd < nextTo && isInsideCharacter(next[nextEnd])) {
      end++;
      nextEnd++;
    }
    add(from + same, end, start, nextEnd);
  }

  /** True for the second and later bytes of a character in UTF-8. */
  private static boolean isInsideCharacter(byte c) {
    return (c & 0xc0) == 0x80;
  }

  private void add(int from, int to, int nextFrom, int nextTo) {
    if (size > 0 && from - found[size - 3] < MIN_GAP) {
      found[size - 3] = to;
      found[size - 1] = nextTo;
      return;
    }
    if (size == found.length) {
      found = Arrays.copyOf(found, 2 * size);
    }
    found[size] = from;
    found[size + 1] = to;
    found[size + 2] = nextFrom;
    found[size + 3] = nextTo;
    size += 4;
  }
}
