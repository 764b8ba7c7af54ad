package io.listwatch.storage;

import org.jspecify.annotations.Nullable;

/**
 * A cursor on what happens to a range of keys. It promises that changes are
 *
 * <ul>
 *   <li><i>ordered</i>: by revision, each greater than the one before;
 *   <li><i>unique</i>: no change comes twice;
 *   <li><i>reliable</i>: none is left out between two that come;
 *   <li><i>atomic</i>: all that one revision did to the range comes at once;
 *   <li><i>resumable</i>: a new watch after any revision that was delivered goes on exactly there;
 *   <li><i>bookmarkable</i>: after progress at a revision only greater ones come.
 * </ul>
 *
 * <p>Every change comes with what the key was before.
 *
 * <p>A watch that is not read costs no thread and a bounded amount of memory. One that has
 * delivered everything may stay so for ever; one that has more to deliver than history still holds
 * fails with {@link CompactedException}.
 *
 * <p>Threads: one thread at a time polls; any thread may do the rest.
 */
public interface StorageWatch extends AutoCloseable {
  /**
   * The next changes, or progress. Never waits for something to happen, but may read from a disk to
   * catch up.
   *
   * @return null if there is nothing yet, in which case the watch will say when there is; null for
   *     ever once closed
   * @throws StorageException if the watch cannot go on; the same again each time. What happened
   *     before has then been delivered, unless the storage was closed.
   */
  @Nullable ChangeSet poll();

  /**
   * Asks for one progress, at the current revision or a later one, as soon as everything up to it
   * has been delivered; a watch of the future answers when it gets there. Requests that have not
   * been answered are answered together. Progress may also come unasked.
   */
  void requestProgress();

  /** Ends the watch. What was not read is dropped. */
  @Override
  void close();
}
