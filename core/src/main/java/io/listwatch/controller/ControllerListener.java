package io.listwatch.controller;

/**
 * Is notified of failures in a {@link Controller}. Called by its workers, which wait for it: return
 * fast. An exception from a listener is logged and otherwise ignored.
 */
@FunctionalInterface
public interface ControllerListener<R> {
  /**
   * Called when a reconciler has thrown. The request will be retried, unless {@link #onGivenUp} is
   * called next.
   *
   * @param failures number of times in a row that the request has now failed or asked to be retried
   */
  void onFailure(R request, Throwable failure, int failures);

  /**
   * Called when the {@link RetryPolicy} gives a request up: it is not reconciled again until an
   * object changes.
   */
  default void onGivenUp(R request, Throwable failure) {}
}
