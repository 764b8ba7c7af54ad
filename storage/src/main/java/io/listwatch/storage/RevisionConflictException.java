package io.listwatch.storage;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key was not at the revision that a write expected, so nothing was written. Carries what the key
 * was when the write was refused, from which a caller can try again without reading.
 */
public final class RevisionConflictException extends StorageException {
  private static final long serialVersionUID = 1;

  private final long expected;

  /** Null if the key did not exist. Not serialised: an exception that travels keeps its message. */
  private final transient @Nullable StoredEntry current;

  /**
   * @param expected the revision the key should have had; zero if it should not have existed
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

  /** The revision the key should have had; zero if it should not have existed. */
  public long expected() {
    return expected;
  }

  /** The key as it is; absent if it does not exist. */
  public Optional<StoredEntry> current() {
    return Optional.ofNullable(current);
  }
}
