package io.listwatch.controller;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a leader does, made anew for each term.
 *
 * <p>Belongs to the thread that listeners are called by.
 */
final class LeaderWork implements LeaderListener {
  private final Function<Leadership, ? extends AutoCloseable> start;

  /** What was made for this term; null between terms, and if it could not be made. */
  private @Nullable AutoCloseable work;

  LeaderWork(Function<Leadership, ? extends AutoCloseable> start) {
    this.start = start;
  }

  @Override
  public void onStartedLeading(Leadership leadership) {
    work = start.apply(leadership);
  }

  @Override
  public void onStoppedLeading() {
    AutoCloseable ending = work;
    work = null;
    if (ending != null) {
      close(ending);
    }
  }

  private static void close(AutoCloseable ending) {
    try {
      ending.close();
    } catch (RuntimeException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IllegalStateException("what the leader did could not be closed", failure);
    }
  }
}
