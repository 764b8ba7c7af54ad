package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.Resource;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Selects objects by the hash of one of their fields, so that several clients can share a
 * collection: each gets the objects whose hash lies in its ranges (KEP-5866).
 *
 * @param ranges the object is selected if its hash lies in one of them; none to select everything
 */
public record ShardSelector(Field field, List<Range> ranges) {
  public static final ShardSelector EVERYTHING = new ShardSelector(Field.UID, List.of());

  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  public ShardSelector {
    ranges = List.copyOf(ranges);
  }

  public boolean isEverything() {
    return ranges.isEmpty();
  }

  public boolean matches(Resource object) {
    if (ranges.isEmpty()) {
      return true;
    }
    long hash = hash(field.value(object));
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i).contains(hash)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the FNV-1a hash of a text, of 64 bits. */
  static long hash(String text) {
    long hash = OFFSET_BASIS;
    for (byte each : text.getBytes(UTF_8)) {
      hash = (hash ^ (each & 0xff)) * PRIME;
    }
    return hash;
  }

  /** Returns the selector as kube-apiserver writes it into the metadata of a list. */
  @Override
  public String toString() {
    return ranges.stream()
        .map(range -> "shardRange(%s, '%s', '%s')".formatted(field.path, range.start, range.end))
        .collect(Collectors.joining(" || "));
  }

  /** The field whose hash is compared. */
  public enum Field {
    UID("object.metadata.uid"),
    NAMESPACE("object.metadata.namespace");

    private final String path;

    Field(String path) {
      this.path = path;
    }

    public String path() {
      return path;
    }

    private String value(Resource object) {
      if (this == UID) {
        return object.uid().orElse("");
      }
      String namespace = object.key().namespace();
      return namespace == null ? "" : namespace;
    }
  }

  /**
   * A range of hashes.
   *
   * @param start the first hash, as {@code 0x} and 16 digits
   * @param end the first hash after the range, as {@code 0x} and 16 digits, or {@link #LIMIT}
   * @param first the value of {@code start}, unsigned
   * @param last the value of {@code end} less one, unsigned
   */
  public record Range(String start, String end, long first, long last) {
    /** 2^64, the only bound of 17 digits. */
    public static final String LIMIT = "0x10000000000000000";

    /** Returns the range between two well-formed bounds; the start must be below the end. */
    public static Range of(String start, String end) {
      long limit = end.equals(LIMIT) ? 0 : Long.parseUnsignedLong(end, 2, end.length(), 16);
      return new Range(start, end, Long.parseUnsignedLong(start, 2, start.length(), 16), limit - 1);
    }

    private boolean contains(long hash) {
      return Long.compareUnsigned(first, hash) <= 0 && Long.compareUnsigned(hash, last) <= 0;
    }
  }
}
