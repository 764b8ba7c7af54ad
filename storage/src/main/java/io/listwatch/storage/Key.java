package io.listwatch.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * The key of one stored value: any byte string, possibly empty. Keys are ordered by unsigned bytes.
 *
 * <p>Immutable.
 */
public final class Key implements Comparable<Key> {
  /** Maximum length in bytes. Keys of API objects are far shorter. */
  public static final int MAX_BYTES = 4096;

  /** The empty key, which sorts before all others. */
  public static final Key EMPTY = new Key(new byte[0]);

  private final byte[] bytes;

  private Key(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Creates a key from a copy of these bytes.
   *
   * @throws TooLargeException if there are more than {@value #MAX_BYTES}
   */
  public static Key of(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new TooLargeException("key", bytes.length, MAX_BYTES);
    }
    return new Key(bytes.clone());
  }

  /** Creates a key from the string's UTF-8 bytes. */
  public static Key of(String text) {
    return of(text.getBytes(UTF_8));
  }

  /** Returns a copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  /** Adds the bytes to a checksum, without a copy. */
  void addTo(Checksum checksum) {
    checksum.update(bytes);
  }

  public boolean startsWith(Key prefix) {
    int length = prefix.bytes.length;
    return length <= bytes.length && Arrays.equals(bytes, 0, length, prefix.bytes, 0, length);
  }

  /**
   * Returns the smallest key greater than this one. It may be one byte longer than {@link
   * #MAX_BYTES}.
   */
  Key next() {
    return new Key(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /**
   * Returns the smallest key greater than all keys that start with this one. Null if there is none
   * because every byte of this key is 0xff.
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

  /** Returns the bytes as ASCII; bytes that are not printable appear as {@code \xff}. */
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
