package io.listwatch.storage;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies a storage into an empty one that is to take its place, whatever the engines.
 *
 * <p>The copy has the same keys, values and times to live. Its revisions are all greater than any
 * of the source, and nothing older than the copy is kept: whoever held a revision of the source is
 * told that it is compacted, rather than to wait for it or to take it for another.
 *
 * <p>Everything is read twice: the second pass finds what was written meanwhile, or that both hold
 * the same. Nobody may use the target, and the source should not be written to; if it is, all the
 * same, the copy goes on until it has caught up, a bounded number of times.
 *
 * <p>Threads: one thread runs it and waits for the engines.
 */
public final class StorageCopy {
  /** Entries that are read, and at most written, at a time; below what every engine takes. */
  private static final int PAGE_SIZE = 500;

  private static final int MAX_PASSES = 10;

  /** What a key has left to live that should be gone but is not yet. */
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final Storage source;
  private final Storage target;
  private final LongConsumer listener;

  /** How many keys were gone through, of all passes together. */
  private long passed;

  /**
   * @param target holds nothing
   */
  public StorageCopy(Storage source, Storage target) {
    this(source, target, passed -> {});
  }

  /**
   * The same for somebody who wants to know how far it is.
   *
   * @param listener told after each key how many were gone through: each of them twice, if the
   *     source is not written to
   */
  public StorageCopy(Storage source, Storage target, LongConsumer listener) {
    this.source = source;
    this.target = target;
    this.listener = listener;
  }

  /**
   * Copies everything.
   *
   * @return the revision of the target, before which nothing is kept
   * @throws StorageUnavailableException if the source was changed faster than it could be copied
   * @throws StorageException if the target is not empty, or one of the two fails
   */
  public long run() {
    long count = target.count(KeyRange.all());
    if (count > 0) {
      throw new StorageException("target: holds %d keys (expected: none)".formatted(count));
    }
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      if (!copyDifferences()) {
        return forgetThePast();
      }
    }
    throw new StorageUnavailableException(
        "source: changed %d times while it was copied (expected: no writes)".formatted(MAX_PASSES));
  }

  /** Makes the target equal to what the source is now. Answers whether it was not. */
  private boolean copyDifferences() {
    RangePage first = source.range(KeyRange.all(), PAGE_SIZE);
    // Before anything is written, so that no key gets a revision that the source used.
    StorageWrites.join(target.advanceTo(first.revision()));
    var wanted = new PageReader(first, rest -> source.range(rest, PAGE_SIZE, first.revision()));
    // At no fixed revision, which might be compacted; what is written here is behind what is read.
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
        writes.add(target.put(from.key(), from.value(), lifetime(from)), from.value().length);
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

  /** Which key comes first; none is greater than all. */
  private static int order(@Nullable StoredEntry left, @Nullable StoredEntry right) {
    if (left == null || right == null) {
      return left == null ? 1 : -1;
    }
    return left.key().compareTo(right.key());
  }

  private static boolean differ(StoredEntry from, @Nullable StoredEntry to) {
    return to == null || from.expires() != to.expires() || !Arrays.equals(from.value(), to.value());
  }

  private Lifetime lifetime(StoredEntry entry) {
    if (!entry.expires()) {
      return Lifetime.unlimited();
    }
    // Without one the key is no longer what was read; the next pass will see what it is.
    Duration left = source.timeToLive(entry.key()).orElse(MOMENT);
    return Lifetime.of(left.compareTo(MOMENT) < 0 ? MOMENT : left);
  }

  private long forgetThePast() {
    long revision = StorageWrites.join(target.currentRevision());
    StorageWrites.join(target.compact(revision));
    return revision;
  }
}
