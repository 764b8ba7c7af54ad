package io.listwatch.server.audit;

import java.util.concurrent.CompletionStage;

/**
 * Stores or sends events.
 *
 * <p>Called by event loops and workers, many at a time: it must not block. It bounds the number of
 * waiting events and counts the events that it drops.
 */
public interface AuditBackend extends AutoCloseable {
  /**
   * Takes an event.
   *
   * @return a stage that completes with true if the request may proceed; it is complete at once
   *     unless requests wait for this backend
   */
  CompletionStage<Boolean> accept(AuditEvent event);

  /** Stores or sends the events that wait, as far as that is possible in a few seconds. */
  @Override
  void close();
}
