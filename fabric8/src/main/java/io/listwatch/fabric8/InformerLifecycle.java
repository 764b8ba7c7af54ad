package io.listwatch.fabric8;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import io.listwatch.informer.InformerListener;
import io.listwatch.model.ApiException;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.UnavailableException;
import io.listwatch.reflector.ReflectorState;
import java.util.concurrent.CompletableFuture;

/**
 * The start and the end of an informer as fabric8 defines them: a failure ends the informer unless
 * its {@link ExceptionHandler} wants a retry, which by default it does only after the start.
 *
 * <p>Thread-safe.
 */
final class InformerLifecycle implements InformerListener {
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Failures failures;

  private volatile ExceptionHandler exceptionHandler =
      (isStarted, failure) -> isStarted && !(failure instanceof WatcherException);

  /** Written by the reflector's thread. */
  private volatile ReflectorState state = ReflectorState.NEW;

  InformerLifecycle(Failures failures) {
    this.failures = failures;
  }

  void exceptionHandler(ExceptionHandler newHandler) {
    exceptionHandler = newHandler;
  }

  /** Completes when the informer has synced. */
  CompletableFuture<Void> started() {
    return started;
  }

  /** Completes when the informer has ended, with the failure that ended it if there was one. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  ReflectorState state() {
    return state;
  }

  @Override
  public void onStateChange(ReflectorState from, ReflectorState to) {
    state = to;
  }

  @Override
  public void onError(Exception error) {
    if (!isFollowedByList(error)) {
      decide(failures.translate(error));
    }
  }

  /** True if a streaming list has failed in a way after which the reflector lists at once. */
  private boolean isFollowedByList(Exception error) {
    return state == ReflectorState.STREAMING
        && error instanceof ApiException
        && !(error instanceof UnavailableException)
        && !(error instanceof TooManyRequestsException);
  }

  /**
   * Ends the informer unless it may continue after this failure.
   *
   * @return true if it continues
   */
  boolean decide(Exception failure) {
    boolean isStarted = started.isDone() && !started.isCompletedExceptionally();
    if (!exceptionHandler.retryAfterException(isStarted, failure)) {
      ended.completeExceptionally(failure);
      started.completeExceptionally(failure);
    }
    return !ended.isDone();
  }

  void stop() {
    started.completeExceptionally(
        new KubernetesClientException("the informer was stopped before it was started"));
    ended.complete(null);
  }
}
