package io.listwatch.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The value of an API object: its JSON, with or without an envelope.
 *
 * <pre>
 *   byte 0     the version of the envelope, 2
 *   byte 1     flags: 1 compressed, 2 encrypted; this version writes none and reads none
 *   bytes 2-5  CRC-32C of the key, byte 0, byte 1 and the bytes from 6 on; big-endian
 *   bytes 6-   the JSON
 * </pre>
 *
 * <p>A value that starts with another byte than 2 to 31 has no envelope, because JSON starts with
 * none of them. The key is part of the checksum, so a value under the wrong key is found, too.
 *
 * <p>Immutable as long as callers do not change the array, which is shared with the storage.
 */
public final class StoredValue {
  /** Number of bytes that {@link StoredFormat#CHECKED} adds to the JSON. */
  public static final int HEADER_BYTES = 6;

  private static final int CHECKSUM_AT = 2;

  /** Bytes below this one start no JSON, so that later versions of the envelope can use them. */
  private static final int FIRST_TEXT_BYTE = ' ';

  private final byte[] bytes;
  private final int start;

  private StoredValue(byte[] bytes, int start) {
    this.bytes = bytes;
    this.start = start;
  }

  /** Returns the bytes to store; the array itself if the format adds nothing. */
  public static byte[] encode(StoredFormat format, Key key, byte[] json) {
    if (format == StoredFormat.JSON) {
      return json;
    }
    byte[] value = new byte[HEADER_BYTES + json.length];
    value[0] = (byte) StoredFormat.CHECKED.number();
    System.arraycopy(json, 0, value, HEADER_BYTES, json.length);
    ByteBuffer.wrap(value).putInt(CHECKSUM_AT, checksum(key, value));
    return value;
  }

  /**
   * Returns the JSON of a stored value, after a check of its envelope.
   *
   * @throws UnreadableValueException if the value is damaged or was written by a newer version
   */
  public static StoredValue decode(StoredEntry entry) {
    byte[] value = entry.value();
    if (hasEnvelope(value)) {
      check(entry.key(), value);
    }
    return new StoredValue(value, jsonStart(value));
  }

  private static void check(Key key, byte[] value) {
    if (value[0] != StoredFormat.CHECKED.number()) {
      throw new UnreadableValueException(
          "value: version %d (expected: at most %d; a newer version of Listwatch wrote it)"
              .formatted(value[0], StoredFormat.NEWEST.number()));
    }
    if (value.length < HEADER_BYTES) {
      throw new UnreadableValueException(
          "value: %d bytes (expected: at least %d; it is damaged)"
              .formatted(value.length, HEADER_BYTES));
    }
    int expected = ByteBuffer.wrap(value).getInt(CHECKSUM_AT);
    int actual = checksum(key, value);
    if (actual != expected) {
      throw new UnreadableValueException(
          "value: checksum %08x (expected: %08x; it is damaged)".formatted(actual, expected));
    }
    if (value[1] != 0) {
      throw new UnreadableValueException(
          "value: flags 0x%02x (expected: none; a newer version of Listwatch wrote it)"
              .formatted(value[1]));
    }
  }

  private static int checksum(Key key, byte[] value) {
    var checksum = new CRC32C();
    key.addTo(checksum);
    checksum.update(value, 0, CHECKSUM_AT);
    checksum.update(value, HEADER_BYTES, value.length - HEADER_BYTES);
    return (int) checksum.getValue();
  }

  /** Returns whether a stored value has exactly this JSON, in whichever format. */
  public static boolean hasJson(StoredEntry entry, byte[] json) {
    byte[] value = entry.value();
    int start = jsonStart(value);
    return Arrays.equals(value, start, value.length, json, 0, json.length);
  }

  /** Returns the format of a stored value, which need not be readable. */
  public static StoredFormat format(StoredEntry entry) {
    return hasEnvelope(entry.value()) ? StoredFormat.CHECKED : StoredFormat.JSON;
  }

  private static int jsonStart(byte[] value) {
    return hasEnvelope(value) ? Math.min(HEADER_BYTES, value.length) : 0;
  }

  private static boolean hasEnvelope(byte[] value) {
    return value.length > 0
        && value[0] >= StoredFormat.CHECKED.number()
        && value[0] < FIRST_TEXT_BYTE;
  }

  /** Returns the array that contains the JSON, from {@link #start} to its end. */
  public byte[] bytes() {
    return bytes;
  }

  public int start() {
    return start;
  }

  /**
   * Returns the JSON in an array without other bytes: the stored array itself if the value has no
   * envelope.
   */
  public byte[] json() {
    return start == 0 ? bytes : Arrays.copyOfRange(bytes, start, bytes.length);
  }
}
