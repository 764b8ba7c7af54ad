package io.listwatch.objects.x509;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Reads DER values one after another. The input is untrusted: never reads beyond its end, and
 * errors name the position.
 */
public final class DerReader {
  private final byte[] bytes;
  private final int end;
  private int position;

  public DerReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private DerReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  public boolean hasNext() {
    return position < end;
  }

  /** Returns a reader for the content of a sequence, and moves past it. */
  public DerReader sequence() throws IOException {
    int start = enter(Der.SEQUENCE);
    return new DerReader(bytes, start, position);
  }

  /** Returns a reader for the content of a set, and moves past it. */
  public DerReader set() throws IOException {
    int start = enter(Der.SET);
    return new DerReader(bytes, start, position);
  }

  /** Returns the tag of the next value; -1 at the end. Does not move. */
  public int tag() {
    return hasNext() ? bytes[position] & 0xFF : -1;
  }

  /** Returns the content of the next value, of any type, and moves past it. */
  public byte[] content() throws IOException {
    int start = enter(tag());
    return Arrays.copyOfRange(bytes, start, position);
  }

  /** True if the next value has the context-specific tag {@code number}. Does not move. */
  public boolean isTagged(int number) {
    return hasNext() && (bytes[position] & 0xFF) == (0xA0 | number);
  }

  /** Returns a reader for the content of a context-specific tag, and moves past it. */
  public DerReader tagged(int number) throws IOException {
    int start = enter(0xA0 | number);
    return new DerReader(bytes, start, position);
  }

  public BigInteger integer() throws IOException {
    int start = enter(Der.INTEGER);
    if (start == position) {
      throw malformed("an empty integer");
    }
    return new BigInteger(bytes, start, position - start);
  }

  public byte[] octets() throws IOException {
    return Arrays.copyOfRange(bytes, enter(Der.OCTETS), position);
  }

  /** Reads a BIT STRING of whole bytes. */
  public byte[] bits() throws IOException {
    int start = enter(Der.BITS);
    if (start == position || bytes[start] != 0) {
      throw malformed("bits that are no whole bytes");
    }
    return Arrays.copyOfRange(bytes, start + 1, position);
  }

  /** Reads an object identifier such as {@code 2.5.4.3}. */
  public String id() throws IOException {
    int start = enter(Der.OBJECT_ID);
    var dotted = new StringBuilder();
    long arc = 0;
    for (int i = start; i < position; i++) {
      if (arc >>> 56 != 0) {
        throw malformed("an identifier with a part that is too large");
      }
      arc = arc << 7 | (bytes[i] & 0x7F);
      if (bytes[i] >= 0) {
        append(dotted, arc);
        arc = 0;
      }
    }
    return dotted.toString();
  }

  private static void append(StringBuilder dotted, long arc) {
    if (dotted.isEmpty()) {
      long first = Math.min(arc / 40, 2);
      dotted.append(first).append('.').append(arc - 40 * first);
    } else {
      dotted.append('.').append(arc);
    }
  }

  /** Returns the next value with its tag and length. */
  public byte[] whole() throws IOException {
    int start = position;
    skip();
    return Arrays.copyOfRange(bytes, start, position);
  }

  /** Skips the next value, of any type. */
  public void skip() throws IOException {
    if (!hasNext()) {
      throw malformed("the end");
    }
    int unused = enter(bytes[position] & 0xFF);
  }

  /** Reads a tag and a length, moves to the end of the content and returns its start. */
  private int enter(int tag) throws IOException {
    int found = next();
    if (found != tag) {
      throw malformed("tag 0x%02X where 0x%02X belongs".formatted(found, tag));
    }
    int length = next();
    if (length >= 0x80) {
      length = longLength(length & 0x7F);
    }
    if (length > end - position) {
      throw malformed("a length that goes beyond the end");
    }
    int start = position;
    position += length;
    return start;
  }

  private int longLength(int size) throws IOException {
    if (size == 0 || size > 3) {
      throw malformed("a length of " + size + " bytes");
    }
    int length = 0;
    for (int i = 0; i < size; i++) {
      length = length << 8 | next();
    }
    return length;
  }

  private int next() throws IOException {
    if (position == end) {
      throw malformed("the end");
    }
    return bytes[position++] & 0xFF;
  }

  private IOException malformed(String what) {
    return new IOException("malformed DER: " + what + " at byte " + position);
  }
}
