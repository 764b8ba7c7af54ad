package io.listwatch.storage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key with its value, as of some revision.
 *
 * <p>Immutable as long as callers do not change the array: values are passed on without being
 * copied.
 */
public final class StoredEntry {
  private final Key key;
  private final byte[] value;
  private final long createRevision;
  private final long revision;
  private final boolean expires;

  /**
   * @param createRevision the revision that created the key, equal to {@code revision} if this
   *     value was written then
   * @param revision the revision that wrote this value
   * @param expires true if that write gave the key a time to live
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

  /** Returns the value itself, not a copy; callers must not change it. */
  public byte[] value() {
    return value;
  }

  /** Returns the revision that last created the key. */
  public long createRevision() {
    return createRevision;
  }

  /** Returns the revision that wrote this value. */
  public long revision() {
    return revision;
  }

  /** True if the key expires; see {@link Storage#timeToLive}. */
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
