package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.store.StoreSnapshot;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One write as its answer tells of it, until a store has passed it.
 *
 * @param object what is to be read; null if nothing is
 * @param deleted of a deletion, the uid of what was deleted, and of what was before it under that
 *     name without the store having heard of it; the answer to one need not say at which version it
 *     was
 * @param version of the write; of a deletion, one that it is not before; unset if nothing is known
 * @param upTo of a deletion, up to which version nothing is to be seen under its name
 * @param at when the answer came, by the monotonic clock
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
   * @param before what could be read before the deletion, or its last state. If it is another
   *     object, which must then be an earlier one, when the deleted one came and went is unknown
   */
  static PendingWrite deletion(ResourceKey key, String uid, @Nullable Resource before, long at) {
    ResourceVersion upTo = before == null ? ResourceVersion.UNSET : before.version();
    boolean seen = before != null && uid.equals(before.uid().orElse(null));
    return new PendingWrite(key, null, Set.of(uid), seen ? upTo : ResourceVersion.UNSET, upTo, at);
  }

  /**
   * Whether what the store holds accounts for this: the object as it is since, or, because all up
   * to a later version is there, whatever became of it.
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

  /** Whether a store that has not passed this shows what is not to be seen any more. */
  boolean conceals(Resource current) {
    return object == null
        && (deleted.isEmpty() || isDeleted(current) || atLeast(upTo, current.version()));
  }

  /** What remains of an earlier answer about the same name and this one. */
  PendingWrite after(PendingWrite known) {
    if (object != null && known.isDeleted(object)) {
      // Who wrote it was told before, and only says so after, whoever deleted it.
      return known;
    }
    if (known.version.comparableTo(version) && known.version.newerThan(version)) {
      return known;
    }
    // Of a version there is nothing before it to conceal; without one, all that was still is.
    return version.isUnset() ? joining(known) : this;
  }

  private PendingWrite joining(PendingWrite known) {
    Set<String> both = new HashSet<>(known.deleted);
    both.addAll(deleted);
    ResourceVersion later = !known.upTo.isUnset() && atLeast(known.upTo, upTo) ? known.upTo : upTo;
    return new PendingWrite(key, null, both, version, upTo.isUnset() ? known.upTo : later, at);
  }
}
