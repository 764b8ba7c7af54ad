package io.listwatch.storage.sqlite;

/**
 * Receives the progress of a long operation. Called often, by the thread that runs the operation,
 * with numbers that never decrease.
 */
@FunctionalInterface
public interface ProgressListener {
  /**
   * Reports progress.
   *
   * @param done units of work done so far
   * @param total approximate total number of units; the same in each call
   */
  void reached(long done, long total);
}
