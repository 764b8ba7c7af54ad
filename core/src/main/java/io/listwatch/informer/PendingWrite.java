package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.store.StoreSnapshot;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One write, as its response describes it, until a store has passed it.
 *
 * @param object the state to read; null if the object must not be visible
 * @param deleted for a deletion, the uid of the deleted object, and of earlier objects of that name
 *     that the store never saw; the response to a deletion need not contain its version
 * @param version version of the write; for a deletion, a lower bound; unset if unknown
 * @param upTo for a deletion, the version up to which no object of that name is visible
 * @param at time of the response, by the monotonic clock
 */
record PendingWrite(
    ResourceKey key,
    @Nullable Resource object,
    Set<String> deleted,
    ResourceVersion version,
    ResourceVersion upTo,
    long at) {
  PendingWrite {
    deleted = Set.copyOf(deleted);
  }

  static PendingWrite of(Resource object, long at) {
    return new PendingWrite(object.key(), object, Set.of(), object.version(), object.version(), at);
  }

  static PendingWrite leaving(Resource object, long at) {
    return new PendingWrite(object.key(), null, Set.of(), object.version(), object.version(), at);
  }

  /**
   * Creates a pending deletion.
   *
   * @param before the object as read before the deletion, or its last state. If {@code before} has
   *     another uid, it must be an earlier object, and the lifetime of the deleted object is
   *     unknown
   */
  static PendingWrite deletion(ResourceKey key, String uid, @Nullable Resource before, long at) {
    ResourceVersion upTo = before == null ? ResourceVersion.UNSET : before.version();
    boolean seen = before != null && uid.equals(before.uid().orElse(null));
    return new PendingWrite(key, null, Set.of(uid), seen ? upTo : ResourceVersion.UNSET, upTo, at);
  }

  /**
   * True if the store already covers this write: it has the object in a state at least as new, or
   * has everything up to a later version.
   */
  boolean passedBy(StoreSnapshot held) {
    Resource current = held.get(key);
    if (version.isUnset() || (current != null && isDeleted(current))) {
      return false;
    }
    return (current != null && atLeast(current.version(), version))
        || atLeast(held.version(key.namespace()), version);
  }

  private boolean isDeleted(Resource current) {
    return !deleted.isEmpty() && deleted.contains(current.uid().orElse(""));
  }

  private static boolean atLeast(ResourceVersion one, ResourceVersion other) {
    return other.comparableTo(one) ? !other.newerThan(one) : other.equals(one);
  }

  /**
   * True if a store that has not passed this write contains an object that must no longer be
   * visible.
   */
  boolean hides(Resource current) {
    return object == null
        && (deleted.isEmpty() || isDeleted(current) || atLeast(upTo, current.version()));
  }

  /** Merges this write with an earlier one of the same name. */
  PendingWrite after(PendingWrite known) {
    if (object != null && known.isDeleted(object)) {
      // The write happened before the deletion; only its response was recorded later.
      return known;
    }
    if (known.version.comparableTo(version) && known.version.newerThan(version)) {
      return known;
    }
    // A write with a version supersedes the known one. Without a version, both deletions stay
    // hidden.
    return version.isUnset() ? joining(known) : this;
  }

  private PendingWrite joining(PendingWrite known) {
    Set<String> both = new HashSet<>(known.deleted);
    both.addAll(deleted);
    ResourceVersion later = !known.upTo.isUnset() && atLeast(known.upTo, upTo) ? known.upTo : upTo;
    return new PendingWrite(key, null, both, version, upTo.isUnset() ? known.upTo : later, at);
  }
}
