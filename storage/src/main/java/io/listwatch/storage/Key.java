package io.listwatch.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names one stored value: any bytes, none included, in unsigned order.
 *
 * <p>Immutable.
 */
public final class Key implements Comparable<Key> {
  /** What the longest key may have; none that an API makes comes near. */
  public static final int MAX_BYTES = 4096;

  /** Less than every other. */
  public static final Key EMPTY = new Key(new byte[0]);

  private final byte[] bytes;

  private Key(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A key of a copy of these bytes.
   *
   * @throws TooLargeException if there are more than {@value #MAX_BYTES}
   */
  public static Key of(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new TooLargeException("key", bytes.length, MAX_BYTES);
    }
    return new Key(bytes.clone());
  }

  /** A key of the text's UTF-8 bytes. */
  public static Key of(String text) {
    return of(text.getBytes(UTF_8));
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  public boolean startsWith(Key prefix) {
    int length = prefix.bytes.length;
    return length <= bytes.length && Arrays.equals(bytes, 0, length, prefix.bytes, 0, length);
  }

  /** The least key that is greater than this one. It may be a byte longer than a key may be. */
  Key next() {
    return new Key(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /**
   * The least key that is greater than all that start with this one; null if there is none, because
   * this one has no byte but 0xff.
   */
  @Nullable Key afterPrefix() {
    int last = bytes.length - 1;
    while (last >= 0 && bytes[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    byte[] after = Arrays.copyOf(bytes, last + 1);
    after[last]++;
    return new Key(after);
  }

  @Override
  public int compareTo(Key other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Key that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The bytes as ASCII, those that are not printable as {@code \xff}. */
  @Override
  public String toString() {
    var text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (b >= ' ' && b <= '~' && b != '\\') {
        text.append((char) b);
      } else {
        text.append("\\x%02x".formatted(b));
      }
    }
    return text.toString();
  }
}
