package io.listwatch.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites all values of a storage in one {@link StoredFormat}. The JSON of the objects stays the
 * same, but each rewritten key gets a new revision, and watches see an update.
 *
 * <p>Servers may write at the same time: every value is rewritten only if it has not changed since
 * it was read, and a server that has read the storage's new format writes values in that format.
 * Running it again rewrites only values that are left.
 *
 * <p>Threads: one thread runs it and blocks on the engine.
 */
public final class StorageMigration {
  private static final int PAGE_SIZE = 500;

  /** Maximum number of problems in the result; further ones are only counted. */
  private static final int MAX_PROBLEMS = 100;

  private final Storage storage;
  private final StoredFormat target;
  private final LongConsumer listener;
  private final List<String> problems = new ArrayList<>();
  private long rewritten;
  private long left;
  private long passed;

  /**
   * The outcome of a migration.
   *
   * @param rewritten number of values rewritten
   * @param left number of values that could not be rewritten, because they are damaged or would
   *     become too large
   * @param problems a line for each of the first values left, with its key
   */
  public record Result(long rewritten, long left, List<String> problems) {}

  /**
   * @param listener called after each key with the number of keys read so far
   */
  public StorageMigration(Storage storage, StoredFormat target, LongConsumer listener) {
    this.storage = storage;
    this.target = target;
    this.listener = listener;
  }

  /**
   * Rewrites everything, and makes the storage one of the target format.
   *
   * @throws StorageException if the storage fails
   */
  public Result run() {
    // An upgrade records the format before it writes the first value in it, so that no older
    // version opens the storage. A downgrade first rewrites all values, then records the format,
    // and rewrites the values that servers wrote in the newer format meanwhile.
    if (target.compareTo(storage.format()) < 0) {
      rewriteAll();
    }
    StorageWrites.join(storage.setFormat(target));
    forgetProblems();
    rewriteAll();
    return new Result(rewritten, left, List.copyOf(problems));
  }

  /** Drops the problems of the first pass: the second pass finds them again. */
  private void forgetProblems() {
    problems.clear();
    left = 0;
  }

  private void rewriteAll() {
    var entries =
        new PageReader(
            storage.range(KeyRange.all(), PAGE_SIZE), rest -> storage.range(rest, PAGE_SIZE));
    var writes = new StorageWrites(PAGE_SIZE);
    for (var entry = entries.head(); entry != null; entry = entries.head()) {
      if (StoredValue.format(entry) != target) {
        rewrite(entry, writes);
      }
      entries.advance();
      listener.accept(++passed);
    }
    writes.finish();
  }

  private void rewrite(StoredEntry entry, StorageWrites writes) {
    byte[] value;
    try {
      value = StoredValue.encode(target, entry.key(), StoredValue.decode(entry).json());
    } catch (UnreadableValueException damaged) {
      leave(entry, damaged.getMessage());
      return;
    }
    if (value.length > storage.maxValueBytes()) {
      leave(entry, "%d bytes (at most %d)".formatted(value.length, storage.maxValueBytes()));
      return;
    }
    Lifetime lifetime = StorageWrites.remainingLifetime(storage, entry);
    rewritten++;
    writes.add(
        unlessChanged(storage.update(entry.key(), value, entry.revision(), lifetime)),
        value.length);
  }

  private void leave(StoredEntry entry, @Nullable String problem) {
    left++;
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(entry.key() + ": " + problem);
    }
  }

  /**
   * Ignores a conflict: a server that changed the object has written it in the storage's format.
   */
  private static CompletionStage<?> unlessChanged(CompletionStage<Long> update) {
    return update.exceptionallyCompose(
        failure ->
            failure instanceof RevisionConflictException
                    || failure.getCause() instanceof RevisionConflictException
                ? CompletableFuture.completedStage(0L)
                : CompletableFuture.failedStage(failure));
  }
}
