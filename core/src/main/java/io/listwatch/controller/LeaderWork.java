package io.listwatch.controller;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs an {@link AutoCloseable} while this candidate leads: created at each start, closed at each
 * stop.
 *
 * <p>Confined to the listener's thread.
 */
final class LeaderWork implements LeaderListener {
  private final Function<Leadership, ? extends AutoCloseable> start;

  /** The work of the current term; null between terms, and if it could not be created. */
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
      throw new IllegalStateException("the leader's work could not be closed", failure);
    }
  }
}
