package io.listwatch.storage.etcd;

import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageFullException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.UnknownOutcomeException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Translates failures of etcd into {@link StorageException}s that name the endpoint, the error and
 * what to do.
 */
final class Failures {
  private Failures() {}

  /** Translates the failure of a stage or call; failures that are not etcd's stay as they are. */
  static Throwable meaning(Throwable failure) {
    Throwable cause = unwrapped(failure);
    return cause instanceof CallFailure call ? of(call) : cause;
  }

  /** Returns the failure without the wrapper exceptions that futures add. */
  static Throwable unwrapped(Throwable failure) {
    boolean wrapped =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    Throwable cause = failure.getCause();
    return wrapped && cause != null ? unwrapped(cause) : failure;
  }

  /**
   * Translates the failure of a write that etcd may have executed. A failure that certainly had no
   * effect stays unchanged.
   */
  static Throwable ofSentWrite(Throwable failure) {
    Throwable cause = unwrapped(failure);
    if (cause instanceof CallFailure call && !call.hadNoEffect()) {
      return new UnknownOutcomeException(
          text(call, "the write may have happened; read the key before you repeat it"), call);
    }
    return cause instanceof StorageClosedException ? closedMeanwhile() : cause;
  }

  static UnknownOutcomeException closedMeanwhile() {
    return new UnknownOutcomeException(
        "the storage was closed before etcd confirmed the write, which may have happened");
  }

  static StorageException of(CallFailure failure) {
    return switch (failure.code()) {
      case UNAUTHENTICATED -> unavailable(failure, "check the user and password");
      case PERMISSION_DENIED ->
          rejected(failure, "grant the user's role readwrite on the whole prefix");
      case INVALID_ARGUMENT, FAILED_PRECONDITION ->
          rejected(failure, "check the user and password, and whether the cluster asks for them");
      case RESOURCE_EXHAUSTED ->
          failure.isNoSpace()
              ? full(failure)
              : unavailable(failure, "etcd is overloaded; retry later");
      default ->
          unavailable(failure, "check that a majority of the members runs and can be reached");
    };
  }

  /** Names no endpoint, because clients see it. */
  private static StorageException full(CallFailure failure) {
    return new StorageFullException(
        "storage is full: etcd has reached its --quota-backend-bytes (%s); delete objects, compact and"
                .formatted(failure.reason())
            + " defragment etcd, and disarm its NOSPACE alarm",
        failure);
  }

  private static StorageException unavailable(CallFailure failure, String advice) {
    return new StorageUnavailableException(text(failure, advice), failure);
  }

  private static StorageException rejected(CallFailure failure, String advice) {
    return new StorageException(text(failure, advice), failure);
  }

  private static String text(CallFailure failure, String advice) {
    return "etcd at %s: %s (%s)".formatted(failure.endpoint(), failure.reason(), advice);
  }
}
