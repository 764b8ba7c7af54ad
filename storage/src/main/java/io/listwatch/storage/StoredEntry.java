package io.listwatch.storage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key with its value, as of some revision.
 *
 * <p>Immutable, provided that everybody leaves the array alone: values are handed on, never copied.
 */
public final class StoredEntry {
  private final Key key;
  private final byte[] value;
  private final long createRevision;
  private final long revision;
  private final boolean expires;

  /**
   * @param createRevision of the write that made the key, which is {@code revision} if it was that
   * @param revision of the write that gave the key this value
   * @param expires whether that write gave the key a time to live
   */
  public StoredEntry(Key key, byte[] value, long createRevision, long revision, boolean expires) {
    if (createRevision < 1 || createRevision > revision) {
      throw new IllegalArgumentException(
          "createRevision: %d (expected: 1 to %d, the revision)"
              .formatted(createRevision, revision));
    }
    this.key = key;
    this.value = value;
    this.createRevision = createRevision;
    this.revision = revision;
    this.expires = expires;
  }

  public Key key() {
    return key;
  }

  /** The value itself, not a copy; it must not be changed. */
  public byte[] value() {
    return value;
  }

  /** The revision at which the key came into being, since it was last absent. */
  public long createRevision() {
    return createRevision;
  }

  /** The revision at which the key was given this value. */
  public long revision() {
    return revision;
  }

  /** Whether the key will be deleted when its time has come; see {@link Storage#timeToLive}. */
  public boolean expires() {
    return expires;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StoredEntry that
        && revision == that.revision
        && createRevision == that.createRevision
        && expires == that.expires
        && key.equals(that.key)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + Long.hashCode(revision);
  }

  @Override
  public String toString() {
    return "%s@%d (%d bytes)".formatted(key, revision, value.length);
  }
}
