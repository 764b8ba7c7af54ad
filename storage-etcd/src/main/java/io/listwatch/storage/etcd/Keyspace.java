package io.listwatch.storage.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.StoredEntry;

/**
 * The layout of keys in etcd.
 *
 * <pre>
 *   /listwatch/format        the {@link Marker}
 *   /listwatch/keys/…        the storage's keys; their bytes follow the slash
 * </pre>
 *
 * <p>Immutable.
 */
final class Keyspace {
  private static final int MAX_PREFIX = 256;

  private final String prefix;
  private final ByteString all;
  private final ByteString marker;
  private final ByteString keys;
  private final ByteString nothing;

  /**
   * @param prefix starts with a slash and does not end with one
   */
  Keyspace(String prefix) {
    if (!prefix.matches("/.*[^/]") || prefix.getBytes(UTF_8).length > MAX_PREFIX) {
      throw new IllegalArgumentException(
          "prefix: \"%s\" (expected: such as \"/listwatch\", at most %d bytes)"
              .formatted(prefix, MAX_PREFIX));
    }
    this.prefix = prefix;
    this.all = ByteString.copyFromUtf8(prefix + "/");
    this.marker = ByteString.copyFromUtf8(prefix + "/format");
    this.keys = ByteString.copyFromUtf8(prefix + "/keys/");
    this.nothing = ByteString.copyFromUtf8(prefix + "/nothing");
  }

  String prefix() {
    return prefix;
  }

  ByteString marker() {
    return marker;
  }

  /** Returns a key that is never written. */
  ByteString nothing() {
    return nothing;
  }

  /** Returns the lower end of all keys below the prefix, including the marker. */
  ByteString all() {
    return all;
  }

  ByteString allEnd() {
    return successor(all);
  }

  ByteString key(Key key) {
    return keys.concat(ByteString.copyFrom(key.bytes()));
  }

  /** Returns the lower end of the range. */
  ByteString from(KeyRange range) {
    return range.isEmpty() ? nothing : key(range.from());
  }

  /** Returns the upper end of the range. */
  ByteString to(KeyRange range) {
    // etcd rejects a watch of an empty range, so an empty range becomes a key that never exists.
    return range.isEmpty()
        ? nothing.concat(ByteString.copyFrom(new byte[1]))
        : range.to().map(this::key).orElseGet(() -> successor(keys));
  }

  /**
   * Returns the smallest key greater than all that start with {@code prefix}, which ends in a
   * slash.
   */
  private static ByteString successor(ByteString prefix) {
    return prefix.substring(0, prefix.size() - 1).concat(ByteString.copyFrom(new byte[] {'/' + 1}));
  }

  StoredEntry entry(KeyValue stored, Jumps jumps) {
    return new StoredEntry(
        key(stored),
        stored.getValue().toByteArray(),
        jumps.ours(stored.getCreateRevision()),
        jumps.ours(stored.getModRevision()),
        stored.getLease() != 0);
  }

  private Key key(KeyValue stored) {
    return Key.of(stored.getKey().substring(keys.size()).toByteArray());
  }
}
