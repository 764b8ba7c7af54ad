package io.listwatch.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Deduplicates strings that occur often, such as kinds, namespaces, label keys and values.
 *
 * <p>A direct-mapped cache with a fixed number of slots: a new string replaces the one in its
 * hash's slot. So its size is bounded for any input, and a miss costs only a string. Thread-safe.
 */
public final class StringPool {
  /** The pool of the whole process, because strings repeat across types and informers. */
  public static final StringPool SHARED = new StringPool(8192);

  /** Longer strings seldom repeat. */
  private static final int MAX_LENGTH = 128;

  private final AtomicReferenceArray<String> slots;

  /** Creates a pool of at most {@code size} strings; must be a power of two. */
  public StringPool(int size) {
    if (Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException("size: " + size + " (expected: a power of two)");
    }
    slots = new AtomicReferenceArray<>(size);
  }

  /** Returns the string that these well-formed UTF-8 bytes encode. */
  public String get(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length > MAX_LENGTH) {
      return new String(bytes, from, length, UTF_8);
    }
    int hash = 0;
    for (int i = from; i < to; i++) {
      byte c = bytes[i];
      if (c < 0) {
        return new String(bytes, from, length, UTF_8);
      }
      hash = 31 * hash + c;
    }
    int slot = slot(hash);
    String kept = slots.getAcquire(slot);
    if (kept != null && spells(kept, bytes, from, length)) {
      return kept;
    }
    String made = new String(bytes, from, length, ISO_8859_1);
    slots.setRelease(slot, made);
    return made;
  }

  /** Returns the pooled string equal to this one, or this one if there is none. */
  public String get(String text) {
    if (text.length() > MAX_LENGTH) {
      return text;
    }
    // For ASCII, this is the hash of the bytes too.
    int slot = slot(text.hashCode());
    String kept = slots.getAcquire(slot);
    if (text.equals(kept)) {
      return kept;
    }
    slots.setRelease(slot, text);
    return text;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 16)) & (slots.length() - 1);
  }

  private static boolean spells(String text, byte[] bytes, int from, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }
}
