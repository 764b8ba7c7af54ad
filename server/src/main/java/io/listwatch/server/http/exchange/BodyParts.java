package io.listwatch.server.http.exchange;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a body that have arrived. Short ones are copied together: a client may send each
 * byte as a part of its own, which takes ten times its size as an object.
 */
final class BodyParts {
  /** Parts from this length on are kept as they are. */
  static final int BLOCK = 8 * 1024;

  /** In order, without the short parts at the end. */
  private final List<Part> parts = new ArrayList<>(1);

  /** The short parts at the end; null if there are none. */
  private byte @Nullable [] block;

  private int filled;

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Part(byte[] bytes, int length) {}

  void add(byte[] bytes) {
    // Most bodies have one part, which is not copied.
    if (bytes.length >= BLOCK || (parts.isEmpty() && block == null && bytes.length > 0)) {
      endBlock();
      parts.add(new Part(bytes, bytes.length));
      return;
    }
    int copied = 0;
    while (copied < bytes.length) {
      copied += addToBlock(bytes, copied);
    }
  }

  private int addToBlock(byte[] bytes, int from) {
    byte[] current = block == null ? new byte[BLOCK] : block;
    block = current;
    int count = Math.min(bytes.length - from, BLOCK - filled);
    System.arraycopy(bytes, from, current, filled, count);
    filled += count;
    if (filled == BLOCK) {
      endBlock();
    }
    return count;
  }

  private void endBlock() {
    if (block != null) {
      parts.add(new Part(block, filled));
      block = null;
      filled = 0;
    }
  }

  /** Returns the number of bytes that the parts take. */
  long size() {
    long size = block == null ? 0 : BLOCK;
    for (Part each : parts) {
      size += each.bytes().length;
    }
    return size;
  }

  /** Returns the whole body. Called once, when all parts have been added. */
  byte[] joined() {
    endBlock();
    if (parts.size() == 1 && parts.get(0).length() == parts.get(0).bytes().length) {
      return parts.get(0).bytes();
    }
    byte[] whole = new byte[parts.stream().mapToInt(Part::length).sum()];
    int at = 0;
    for (Part each : parts) {
      System.arraycopy(each.bytes(), 0, whole, at, each.length());
      at += each.length();
    }
    return whole;
  }

  void clear() {
    parts.clear();
    block = null;
    filled = 0;
  }
}
