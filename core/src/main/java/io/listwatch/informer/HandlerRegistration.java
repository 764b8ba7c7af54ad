package io.listwatch.informer;

import java.util.concurrent.CompletionStage;

/** The registration of a handler with an {@link Informer}. Closing it removes the handler. */
public interface HandlerRegistration extends AutoCloseable {
  String name();

  /** True if the handler has been notified of all initial objects. */
  boolean hasSynced();

  /**
   * Completes when {@link #hasSynced}; cancelled if the handler is removed before. Dependent stages
   * without their own executor run on the handler's thread.
   */
  CompletionStage<Void> synced();

  /** Returns the number of notifications queued for the handler. */
  int backlog();

  /**
   * Returns the number of notifications that were merged with others because the handler was slow.
   */
  long merged();

  /** Returns the number of times the handler has thrown. */
  long failures();

  /**
   * Removes the handler. The handler is not called again, except for a call that has begun or is
   * about to begin. Does not wait for the end of that call, which {@link #ended} reports.
   */
  @Override
  void close();

  /** Completes when the handler has been removed and its last call is over. */
  CompletionStage<Void> ended();
}
