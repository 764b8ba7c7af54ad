package io.listwatch.controller;

/**
 * Who wants to know of what a {@link Controller} could not do. Called by its workers, which wait:
 * be quick. What a listener throws is logged and otherwise ignored.
 */
@FunctionalInterface
public interface ControllerListener<R> {
  /**
   * A reconciler has thrown. The request will be tried again.
   *
   * @param failures how many times in a row the request has now failed or asked to be retried
   */
  void onFailure(R request, Throwable failure, int failures);
}
