package io.listwatch.client.tls;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A minimal DER reader and writer, for converting private keys to PKCS#8. */
final class Der {
  static final int INTEGER = 0x02;
  static final int OCTETS = 0x04;
  static final int OBJECT_ID = 0x06;
  static final int SEQUENCE = 0x30;

  /** The context-specific tag {@code [0]}, constructed. */
  static final int TAGGED = 0xa0;

  private Der() {}

  /** Encodes one element with these contents. */
  static byte[] element(int tag, byte[]... contents) {
    var inner = new ByteArrayOutputStream();
    for (byte[] content : contents) {
      inner.writeBytes(content);
    }
    var element = new ByteArrayOutputStream();
    element.write(tag);
    writeLength(element, inner.size());
    element.writeBytes(inner.toByteArray());
    return element.toByteArray();
  }

  private static void writeLength(ByteArrayOutputStream out, int length) {
    if (length < 0x80) {
      out.write(length);
    } else if (length < 0x100) {
      out.write(0x81);
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >> 8);
      out.write(length);
    }
  }

  /** Returns the contents of the element at the buffer's position and moves past it. */
  static ByteBuffer enter(ByteBuffer der, int tag) {
    int found = der.get() & 0xff;
    if (found != tag) {
      throw new IllegalArgumentException("tag: %x (expected: %x)".formatted(found, tag));
    }
    int length = readLength(der);
    ByteBuffer contents = der.slice(der.position(), length);
    der.position(der.position() + length);
    return contents;
  }

  private static int readLength(ByteBuffer der) {
    int first = der.get() & 0xff;
    return switch (first) {
      case 0x81 -> der.get() & 0xff;
      case 0x82 -> der.getShort() & 0xffff;
      default -> first;
    };
  }

  /**
   * Returns the contents of the next element with that tag and skips those before it; null if there
   * is none.
   */
  static @Nullable ByteBuffer find(ByteBuffer der, int tag) {
    while (der.hasRemaining()) {
      int found = der.get(der.position()) & 0xff;
      ByteBuffer contents = enter(der, found);
      if (found == tag) {
        return contents;
      }
    }
    return null;
  }

  static byte[] bytes(ByteBuffer buffer) {
    var bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
