package io.listwatch.controller;

/**
 * Makes the world as one request wants it, from whatever state it is in.
 *
 * <p>Never called for one request by two threads at a time. It is told what to look at, not what
 * happened: several changes may be one call, and a call may find nothing to do.
 *
 * <p>What it reads from an informer may be older than what it wrote itself; if it matters, the
 * informer will bring the rest, and with it the next call. One thing an informer cannot bring: an
 * object that is deleted by others before the informer has seen that it was created. Whoever
 * creates objects should therefore look {@linkplain Reconciliation#again again} after a while.
 */
@FunctionalInterface
public interface Reconciler<R> {
  /**
   * Looks at the request's objects as they are now and does what is missing.
   *
   * @return what is to come; a failure that is thrown is tried again, with a growing delay
   * @throws Exception if it could not be done now
   */
  Reconciliation reconcile(R request) throws Exception;
}
