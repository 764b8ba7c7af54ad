package io.listwatch.storage;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies a storage into an empty one that is to replace it; the engines may differ.
 *
 * <p>The copy has the same keys, values and times to live. Its revisions are all greater than any
 * of the source, and everything older than the copy is compacted. So a client that holds a revision
 * of the source gets {@link CompactedException}, instead of waiting for that revision or mistaking
 * it for another one.
 *
 * <p>Everything is read twice: the second pass finds writes made during the first, or confirms that
 * both storages are equal. The target must not be in use, and the source should not be written to.
 * If it is, the copy repeats until it has caught up, a bounded number of times.
 *
 * <p>Threads: one thread runs it and blocks on the engines.
 */
public final class StorageCopy {
  /**
   * Number of entries to read at a time, and maximum number of pending writes; within the limit of
   * every engine.
   */
  private static final int PAGE_SIZE = 500;

  private static final int MAX_PASSES = 10;

  private final Storage source;
  private final Storage target;
  private final LongConsumer listener;

  /** Number of keys processed, over all passes. */
  private long passed;

  /**
   * @param target an empty storage
   */
  public StorageCopy(Storage source, Storage target) {
    this(source, target, passed -> {});
  }

  /**
   * Creates a copy that reports its progress.
   *
   * @param listener called after each key with the number of keys processed so far; each key counts
   *     twice if the source is not written to
   */
  public StorageCopy(Storage source, Storage target, LongConsumer listener) {
    this.source = source;
    this.target = target;
    this.listener = listener;
  }

  /**
   * Copies everything.
   *
   * @return the revision of the target, which is also its oldest kept revision
   * @throws StorageUnavailableException if the source changed faster than it could be copied
   * @throws StorageException if the target is not empty, or one of the two fails
   */
  public long run() {
    long count = target.count(KeyRange.all());
    if (count > 0) {
      throw new StorageException("target: holds %d keys (expected: none)".formatted(count));
    }
    if (source.format().compareTo(target.format()) > 0) {
      StorageWrites.join(target.setFormat(source.format()));
    }
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      if (!copyDifferences()) {
        return compactTarget();
      }
    }
    throw new StorageUnavailableException(
        "source: changed %d times while it was copied (expected: no writes)".formatted(MAX_PASSES));
  }

  /**
   * Makes the target equal to the current state of the source. Returns whether anything differed.
   */
  private boolean copyDifferences() {
    RangePage first = source.range(KeyRange.all(), PAGE_SIZE);
    // Jumps before the first write, so that no key gets a revision that the source has used.
    StorageWrites.join(target.advanceTo(first.revision()));
    var wanted = new PageReader(first, rest -> source.range(rest, PAGE_SIZE, first.revision()));
    // Reads the target at its current revision, because a fixed one might be compacted. This pass
    // writes only keys that the reader has already read.
    var held =
        new PageReader(
            target.range(KeyRange.all(), PAGE_SIZE), rest -> target.range(rest, PAGE_SIZE));
    var writes = new StorageWrites(PAGE_SIZE);
    merge(wanted, held, writes);
    writes.finish();
    return writes.total() > 0;
  }

  private void merge(PageReader wanted, PageReader held, StorageWrites writes) {
    while (wanted.head() != null || held.head() != null) {
      StoredEntry from = wanted.head();
      StoredEntry to = held.head();
      int order = order(from, to);
      if (order > 0 && to != null) {
        writes.add(target.delete(to.key()), 0);
      } else if (from != null && (order < 0 || differ(from, to))) {
        writes.add(
            target.put(from.key(), from.value(), StorageWrites.remainingLifetime(source, from)),
            from.value().length);
      }
      if (order <= 0) {
        wanted.advance();
      }
      if (order >= 0) {
        held.advance();
      }
      listener.accept(++passed);
    }
  }

  /** Compares the keys; a missing entry sorts last. */
  private static int order(@Nullable StoredEntry left, @Nullable StoredEntry right) {
    if (left == null || right == null) {
      return left == null ? 1 : -1;
    }
    return left.key().compareTo(right.key());
  }

  private static boolean differ(StoredEntry from, @Nullable StoredEntry to) {
    return to == null || from.expires() != to.expires() || !Arrays.equals(from.value(), to.value());
  }

  private long compactTarget() {
    long revision = StorageWrites.join(target.currentRevision());
    StorageWrites.join(target.compact(revision));
    return revision;
  }
}
