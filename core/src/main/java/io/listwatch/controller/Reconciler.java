package io.listwatch.controller;

/**
 * Brings the actual state of one request's objects in line with the desired state.
 *
 * <p>Never called for the same request by two threads at a time. It is level-triggered: the request
 * names objects but not what happened to them. Several changes may lead to one call, and a call may
 * find nothing to do.
 *
 * <p>An informer's store may be older than the reconciler's own last write; the informer catches
 * up, and the change then causes the next call. There is one exception: an informer never shows an
 * object that another client deletes before the informer has seen its creation. A reconciler that
 * creates objects should therefore return {@linkplain Reconciliation#again again} to check later.
 */
@FunctionalInterface
public interface Reconciler<R> {
  /**
   * Compares the request's objects as they are now with the desired state and makes the missing
   * changes.
   *
   * @return the next step; a call that throws is retried, with a growing delay
   * @throws Exception if it could not be done now
   */
  Reconciliation reconcile(R request) throws Exception;

  /**
   * Like {@link #reconcile(Object)}, for a reconciler that wants to know how often it has failed. A
   * controller calls this one.
   *
   * @param failures number of times in a row that the request has failed or asked to be retried
   */
  default Reconciliation reconcile(R request, int failures) throws Exception {
    return reconcile(request);
  }
}
