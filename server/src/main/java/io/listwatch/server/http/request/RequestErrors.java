package io.listwatch.server.http.request;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** Errors of requests that cannot be parsed or routed, with kube-apiserver's messages. */
public final class RequestErrors {
  private RequestErrors() {}

  /** A 500 without a reason, where kube-apiserver fails unintentionally. */
  public static ApiException unexplained(String message) {
    return new ApiException(Status.of(500, "", message));
  }

  public static ApiException notAcceptable(String message) {
    return Status.of(StatusReason.NOT_ACCEPTABLE, message).toException();
  }

  public static ApiException tooLarge(int limit) {
    return Status.of(
            StatusReason.REQUEST_ENTITY_TOO_LARGE, "Request entity too large: limit is " + limit)
        .toException();
  }

  public static ApiException unsupportedMediaType(String message) {
    return Status.of(StatusReason.UNSUPPORTED_MEDIA_TYPE, message).toException();
  }

  /** Returns an error for a request that was rejected before its resource was known. */
  public static UnroutableException unroutable(StatusReason reason, String message) {
    return new UnroutableException(reason, message);
  }

  public static UnroutableException notServed() {
    return unroutable(StatusReason.NOT_FOUND, "the server could not find the requested resource");
  }

  public static UnroutableException methodNotAllowed() {
    return unroutable(
        StatusReason.METHOD_NOT_ALLOWED,
        "the server does not allow this method on the requested resource");
  }
}
