package io.listwatch.storage;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key was not at the revision that a write expected, so nothing was written. Carries the key's
 * current entry, so that a caller can retry without reading it.
 */
public final class RevisionConflictException extends StorageException {
  private static final long serialVersionUID = 1;

  private final long expected;

  /**
   * Null if the key did not exist. Not serialised: a deserialised exception has only its message.
   */
  private final transient @Nullable StoredEntry current;

  /**
   * @param expected the revision that the write expected; zero if it expected no key
   * @param current null if the key does not exist
   */
  public RevisionConflictException(Key key, long expected, @Nullable StoredEntry current) {
    super(
        "key: %s is %s (expected: %s)"
            .formatted(
                key,
                current == null ? "absent" : "at revision " + current.revision(),
                expected == 0 ? "absent" : "revision " + expected));
    this.expected = expected;
    this.current = current;
  }

  /** Returns the revision that the write expected; zero if it expected no key. */
  public long expected() {
    return expected;
  }

  /** Returns the key's entry when the write was rejected; absent if the key did not exist. */
  public Optional<StoredEntry> current() {
    return Optional.ofNullable(current);
  }
}
