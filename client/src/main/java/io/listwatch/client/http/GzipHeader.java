package io.listwatch.client.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Passes over the header of a gzip member (RFC 1952, 2.3), which may arrive in any number of
 * pieces.
 *
 * <p>For one reader and one header.
 */
final class GzipHeader {
  private static final int[] MAGIC = {0x1f, 0x8b, 8};
  private static final int FIXED_SIZE = 10;

  private static final int CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 0xff << 5 & 0xff;

  private final Deque<Part> following = new ArrayDeque<>();
  private Part part = Part.FIXED;

  /** Number of bytes read of the part. */
  private int read;

  private int flags;
  private int extraSize;

  /** Returns whether the header has ended; otherwise all bytes are used up. */
  boolean pass(ByteBuffer in) throws IOException {
    while (part != Part.END && in.hasRemaining()) {
      if (isLast(in.get() & 0xff)) {
        next();
      } else {
        read++;
      }
    }
    return part == Part.END;
  }

  /** Takes a byte, and returns whether its part ends with it. */
  private boolean isLast(int value) throws IOException {
    return switch (part) {
      case FIXED -> isLastFixed(value);
      case EXTRA_SIZE -> {
        extraSize |= value << (Byte.SIZE * read);
        yield read == 1;
      }
      case EXTRA -> read == extraSize - 1;
      case NAME, COMMENT -> value == 0;
      case CHECKSUM -> read == 1;
      case END -> throw new AssertionError();
    };
  }

  private boolean isLastFixed(int value) throws IOException {
    if (read < MAGIC.length && value != MAGIC[read]) {
      throw new IOException("not in gzip format");
    }
    if (read == MAGIC.length) {
      flags = value;
      if ((flags & RESERVED) != 0) {
        throw new IOException("a gzip header with the unknown flags 0x%x".formatted(flags));
      }
    }
    return read == FIXED_SIZE - 1;
  }

  private void next() {
    read = 0;
    if (part == Part.FIXED) {
      addOptional(EXTRA, Part.EXTRA_SIZE);
      addOptional(NAME, Part.NAME);
      addOptional(COMMENT, Part.COMMENT);
      addOptional(CHECKSUM, Part.CHECKSUM);
    } else if (part == Part.EXTRA_SIZE && extraSize > 0) {
      following.addFirst(Part.EXTRA);
    }
    part = following.isEmpty() ? Part.END : following.remove();
  }

  private void addOptional(int flag, Part optional) {
    if ((flags & flag) != 0) {
      following.add(optional);
    }
  }

  private enum Part {
    FIXED,
    EXTRA_SIZE,
    EXTRA,
    NAME,
    COMMENT,
    CHECKSUM,
    END
  }
}
