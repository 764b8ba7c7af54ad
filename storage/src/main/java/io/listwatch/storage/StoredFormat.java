package io.listwatch.storage;

import java.util.Arrays;

/**
 * The format of the values of API objects in a storage. Each storage records the newest format that
 * its values may have, and versions of Listwatch that do not know that format reject the storage.
 *
 * @see StoredValue
 */
public enum StoredFormat {
  /** The JSON of the object and nothing else. */
  JSON(1),

  /** The JSON of the object in an envelope with a checksum. */
  CHECKED(2);

  /** The newest format that this version reads and writes. */
  public static final StoredFormat NEWEST = CHECKED;

  private final int number;

  StoredFormat(int number) {
    this.number = number;
  }

  /** Returns the number that storages record. */
  public int number() {
    return number;
  }

  /**
   * Returns the format with a number.
   *
   * @throws IllegalArgumentException if this version does not know it
   */
  public static StoredFormat of(int number) {
    return Arrays.stream(values())
        .filter(each -> each.number == number)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "format: %d (expected: 1 to %d)".formatted(number, NEWEST.number)));
  }
}
