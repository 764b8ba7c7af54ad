package io.listwatch.storage.etcd;

import io.grpc.Status;
import java.net.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * A failed call to etcd. It leaves this package only as a cause: {@link Failures} translates it
 * into a {@link io.listwatch.storage.StorageException}.
 */
final class CallFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * etcd uses the same status code for other errors, so its own client compares the message, too.
   */
  private static final String TOO_LARGE = "etcdserver: request is too large";

  private static final String NO_SPACE = "etcdserver: mvcc: database space exceeded";

  private static final String BY_ETCD = "etcdserver: ";

  private static final String OLD_AUTH_REVISION = "etcdserver: revision of auth store is old";

  private final String endpoint;
  private final transient Status status;

  CallFailure(Endpoint endpoint, Throwable cause) {
    super(cause);
    this.endpoint = endpoint.toString();
    this.status = Status.fromThrowable(cause);
  }

  String endpoint() {
    return endpoint;
  }

  Status.Code code() {
    return status.getCode();
  }

  String reason() {
    String description = status.getDescription();
    Throwable cause = status.getCause();
    return (description == null ? code().toString() : description)
        + (cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage());
  }

  /** True if another endpoint may succeed. */
  boolean isOfEndpoint() {
    return switch (code()) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, INTERNAL, UNKNOWN -> true;
      default -> false;
    };
  }

  /** True if there was no connection, so that the call certainly had no effect. */
  boolean wasNeverSent() {
    return causedBy(status.getCause(), ConnectException.class);
  }

  /**
   * True if etcd certainly did not carry out the call: it was never sent, or etcd rejected it.
   * After any other failure, such as a deadline, a lost connection or a lost leader, etcd may have
   * carried it out.
   */
  boolean hadNoEffect() {
    return wasNeverSent()
        || switch (code()) {
          case UNAUTHENTICATED,
              PERMISSION_DENIED,
              INVALID_ARGUMENT,
              FAILED_PRECONDITION,
              NOT_FOUND,
              OUT_OF_RANGE,
              UNIMPLEMENTED ->
              true;
          // gRPC uses this code itself when a connection ends.
          case RESOURCE_EXHAUSTED -> String.valueOf(status.getDescription()).startsWith(BY_ETCD);
          default -> false;
        };
  }

  private static boolean causedBy(@Nullable Throwable cause, Class<?> type) {
    return cause != null && (type.isInstance(cause) || causedBy(cause.getCause(), type));
  }

  /** True if the token has expired: the call had no effect, and a new token may help. */
  boolean isStaleToken() {
    return code() == Status.Code.UNAUTHENTICATED
        || (code() == Status.Code.INVALID_ARGUMENT && says(OLD_AUTH_REVISION));
  }

  boolean isTooLargeRequest() {
    return code() == Status.Code.INVALID_ARGUMENT && says(TOO_LARGE);
  }

  /** True if a member has reached its {@code --quota-backend-bytes}. */
  boolean isNoSpace() {
    return code() == Status.Code.RESOURCE_EXHAUSTED && says(NO_SPACE);
  }

  private boolean says(String text) {
    return text.equals(status.getDescription());
  }
}
