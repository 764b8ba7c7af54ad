package io.listwatch.storage.etcd;

import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
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

  static StorageException of(CallFailure failure) {
    return switch (failure.code()) {
      case UNAUTHENTICATED -> unavailable(failure, "check the user and password");
      case PERMISSION_DENIED ->
          rejected(failure, "grant the user's role readwrite on the whole prefix");
      case INVALID_ARGUMENT, FAILED_PRECONDITION ->
          rejected(failure, "check the user and password, and whether the cluster asks for them");
      case RESOURCE_EXHAUSTED ->
          unavailable(failure, "etcd is full or overloaded; compact, defragment, disarm its alarm");
      default ->
          unavailable(failure, "check that a majority of the members runs and can be reached");
    };
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
