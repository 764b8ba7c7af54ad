package io.listwatch.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Strings that occur again and again (kinds, namespaces, label keys and values), each kept once.
 *
 * <p>A direct-mapped cache: a fixed number of slots, a newcomer takes the slot of whoever had its
 * hash. So it is bounded whatever comes in, and a miss costs only a string. Thread-safe.
 */
public final class StringPool {
  /** One for the process: what repeats does so across types and informers. */
  public static final StringPool SHARED = new StringPool(8192);

  /** Longer strings seldom repeat. */
  private static final int MAX_LENGTH = 128;

  private final AtomicReferenceArray<String> slots;

  /** Keeps at most {@code size} strings; a power of two. */
  public StringPool(int size) {
    if (Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException("size: " + size + " (expected: a power of two)");
    }
    slots = new AtomicReferenceArray<>(size);
  }

  /** The string that these well-formed UTF-8 bytes spell. */
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

  /** This string, or the one that is kept of those equal to it. */
  public String get(String text) {
    if (text.length() > MAX_LENGTH) {
      return text;
    }
    // Of ASCII, the same hash as that of the bytes.
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
