package io.listwatch.storage;

import org.jspecify.annotations.Nullable;

/**
 * A cursor on the changes to a range of keys. Like a watch of etcd it promises that changes are
 *
 * <ul>
 *   <li><i>ordered</i>: by revision, each greater than the one before;
 *   <li><i>unique</i>: no change is delivered twice;
 *   <li><i>reliable</i>: no change is left out between two that are delivered;
 *   <li><i>atomic</i>: all changes of one revision to the range are delivered together;
 *   <li><i>resumable</i>: a new watch after any delivered revision continues exactly there;
 *   <li><i>bookmarkable</i>: after progress at a revision only greater ones are delivered.
 * </ul>
 *
 * <p>Every change carries the previous entry of the key.
 *
 * <p>A watch that is not read uses no thread and a bounded number of bytes. A watch that has
 * delivered everything may stay open forever. A watch that has more to deliver than history still
 * holds fails with {@link CompactedException}.
 *
 * <p>Threads: one thread at a time polls; any thread may call the other methods.
 */
public interface StorageWatch extends AutoCloseable {
  /**
   * Returns the next changes, or progress. Does not wait for changes, but may read from a disk to
   * catch up.
   *
   * @return null if there is nothing yet; {@code onReadable} is called when there is. Always null
   *     once closed.
   * @throws StorageException if the watch has failed; the same failure again on each call. All
   *     earlier changes have been delivered before, unless the storage was closed.
   */
  @Nullable ChangeSet poll();

  /**
   * Requests one progress notification, at the current revision or a later one, as soon as
   * everything up to it has been delivered. A watch of a future revision sends it when that is
   * reached. One notification may satisfy several requests, and progress may also come unrequested.
   */
  void requestProgress();

  /** Ends the watch and drops changes that were not read. */
  @Override
  void close();
}
