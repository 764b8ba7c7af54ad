package io.listwatch.storage.sqlite;

/**
 * Told how far a long piece of work has come. Called by the thread that does the work, often, and
 * never goes back.
 */
@FunctionalInterface
public interface HowFar {
  /**
   * So much has been done.
   *
   * @param whole how much there is to do, about; the same each time
   */
  void reached(long done, long whole);
}
