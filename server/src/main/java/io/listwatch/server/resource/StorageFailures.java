package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.FutureRevisionException;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageFullException;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.TooLargeException;
import io.listwatch.storage.UnknownOutcomeException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts failures of the storage to API statuses. */
public final class StorageFailures {
  private static final Logger log = LoggerFactory.getLogger(StorageFailures.class);
  private static final AtomicReference<String> lastLogged = new AtomicReference<>("");

  private StorageFailures() {}

  /**
   * Converts the failure of a read or a write, which may be wrapped in a {@code
   * CompletionException}.
   */
  public static ApiException of(Throwable failure) {
    if (failure instanceof CompletionException wrapped && wrapped.getCause() != null) {
      return of(wrapped.getCause());
    }
    if (failure instanceof ApiException known) {
      return known;
    }
    if (failure instanceof CompactedException) {
      return VersionFailures.expiredList();
    }
    if (failure instanceof RejectedExecutionException) {
      return overloaded();
    }
    if (failure instanceof StorageUnavailableException
        || failure instanceof StorageClosedException) {
      return unavailable(failure);
    }
    if (failure instanceof UnknownOutcomeException unknown) {
      return unknownOutcome(unknown);
    }
    if (failure instanceof StorageFullException full) {
      return full(full);
    }
    if (failure instanceof TooLargeException large) {
      return Status.of(
              StatusReason.REQUEST_ENTITY_TOO_LARGE,
              "Request entity too large: limit is " + large.max())
          .toException();
    }
    logOnce(failure);
    return new ApiException(
        Status.of(StatusReason.INTERNAL_ERROR, "Internal error occurred: see the log"), failure);
  }

  /**
   * Converts a failure that followed a stored write to a 500 without {@code Retry-After}, so that
   * clients do not repeat the request.
   */
  public static ApiException afterWrite(Throwable failure) {
    ApiException cause = of(failure);
    if (cause.status().code() == 500 && cause.status().details().retryAfterSeconds() == 0) {
      return cause;
    }
    String message =
        "Internal error occurred: the request was carried out, but a later step failed: "
            + cause.status().message();
    return new ApiException(Status.of(StatusReason.INTERNAL_ERROR, message), cause);
  }

  /** As {@link #of}, for a read at a version that the client requested. */
  static ApiException of(RuntimeException failure, ResourceVersion requested) {
    return failure instanceof FutureRevisionException future
        ? VersionFailures.tooLarge(requested, future.current(), 0)
        : of(failure);
  }

  /** Converts the failure of a watch. */
  static ApiException ofWatch(Throwable failure) {
    return failure instanceof CompactedException ? VersionFailures.expiredWatch() : of(failure);
  }

  private static ApiException unavailable(Throwable failure) {
    logOnce(failure);
    String message = "storage is unavailable, please try again later; the server's log says why";
    return Status.of(StatusReason.SERVICE_UNAVAILABLE, message).withRetryAfter(1).toException();
  }

  /**
   * Logs a failure whose message may name paths, endpoints or classes, which clients must not see.
   * Many requests fail alike, so a failure with the message of the last one is not logged again. A
   * storage that is closed is part of every shutdown.
   */
  private static void logOnce(Throwable failure) {
    String message = String.valueOf(failure);
    boolean closing = failure instanceof StorageClosedException;
    if (!closing && !message.equals(lastLogged.getAndSet(message))) {
      log.warn("A request failed in storage", failure);
    }
  }

  /**
   * Returns a 500 without {@code Retry-After}, like kube-apiserver after a timeout of etcd. Clients
   * repeat any request after a {@code Retry-After}, and proxies many after a 503 or 504, so that a
   * write could happen twice.
   */
  private static ApiException unknownOutcome(UnknownOutcomeException failure) {
    logOnce(failure);
    String message =
        "Internal error occurred: storage did not confirm the write, which may have happened; read"
            + " the object before you repeat the request. The server's log says why";
    return new ApiException(Status.of(StatusReason.INTERNAL_ERROR, message), failure);
  }

  /**
   * Returns a 500 without {@code Retry-After}, as kube-apiserver does when etcd has no space: a
   * repeated request would fail, too. The message contains no secrets, and says how to free space.
   */
  private static ApiException full(StorageFullException failure) {
    logOnce(failure);
    return new ApiException(
        Status.of(StatusReason.INTERNAL_ERROR, String.valueOf(failure.getMessage())), failure);
  }

  /** Returns the 429 for a full queue of the workers. */
  static ApiException overloaded() {
    String message = "Too many requests, please try again later.";
    return Status.of(StatusReason.TOO_MANY_REQUESTS, message).withRetryAfter(1).toException();
  }
}
