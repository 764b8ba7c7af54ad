package io.listwatch.informer;

import java.util.concurrent.CompletionStage;

/** A handler's place at an {@link Informer}. Closing it removes the handler. */
public interface HandlerRegistration extends AutoCloseable {
  String name();

  /** Whether the handler has been told of everything that existed at first. */
  boolean hasSynced();

  /**
   * Completes when {@link #hasSynced}; cancelled if the handler is removed before. What is chained
   * to it without a thread of its own runs on the handler's.
   */
  CompletionStage<Void> synced();

  /** How many notifications wait for the handler. */
  int backlog();

  /** How many notifications were merged with others because the handler was slow. */
  long merged();

  /** How many times the handler has thrown. */
  long failures();

  /**
   * Removes the handler: it is not called again, except that a call which has begun, or is about
   * to, ends by itself. Does not wait for that; {@link #ended} tells.
   */
  @Override
  void close();

  /** Completes when the handler has been removed and its last call is over. */
  CompletionStage<Void> ended();
}
