package io.listwatch.storage;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A half-open range of keys: from one key up to, but not including, another, or without an upper
 * end.
 *
 * <p>Immutable.
 */
public final class KeyRange {
  private static final KeyRange ALL = new KeyRange(Key.EMPTY, null);

  private final Key from;

  /** Null if the range has no upper end. */
  private final @Nullable Key to;

  private KeyRange(Key from, @Nullable Key to) {
    this.from = from;
    this.to = to;
  }

  public static KeyRange all() {
    return ALL;
  }

  /** Returns the range of this one key. */
  public static KeyRange only(Key key) {
    return new KeyRange(key, key.next());
  }

  /** Returns the keys that start with {@code prefix}; all keys if it is empty. */
  public static KeyRange prefix(Key prefix) {
    return new KeyRange(prefix, prefix.afterPrefix());
  }

  public static KeyRange prefix(String prefix) {
    return prefix(Key.of(prefix));
  }

  /** Returns all keys from {@code from} on, inclusive. */
  public static KeyRange from(Key from) {
    return new KeyRange(from, null);
  }

  /** Returns the keys from {@code from}, inclusive, to {@code to}, exclusive. */
  public static KeyRange between(Key from, Key to) {
    return new KeyRange(from, to);
  }

  /** Returns the keys of this range that are greater than {@code key}. */
  public KeyRange after(Key key) {
    Key next = key.next();
    return next.compareTo(from) <= 0 ? this : new KeyRange(next, to);
  }

  /** Returns the lower end, inclusive. */
  public Key from() {
    return from;
  }

  /** Returns the upper end, exclusive; absent if the range has no upper end. */
  public Optional<Key> to() {
    return Optional.ofNullable(to);
  }

  public boolean contains(Key key) {
    return from.compareTo(key) <= 0 && (to == null || key.compareTo(to) < 0);
  }

  /** True if the range contains no key. */
  public boolean isEmpty() {
    return to != null && from.compareTo(to) >= 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRange that && from.equals(that.from) && Objects.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return Objects.hash(from, to);
  }

  @Override
  public String toString() {
    return "[" + from + ", " + (to == null ? "…" : to) + ")";
  }
}
