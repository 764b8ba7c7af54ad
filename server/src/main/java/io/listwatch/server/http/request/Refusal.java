package io.listwatch.server.http.request;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** The refusals that reading a request can come to, with the words of the reference. */
public final class Refusal {
  private Refusal() {}

  public static ApiException badRequest(String message) {
    return Status.of(400, StatusReason.BAD_REQUEST, message).toException();
  }

  /** An error that the reference did not mean to be one: no reason, only words. */
  public static ApiException unexplained(String message) {
    return new ApiException(Status.of(500, "", message));
  }

  public static ApiException notAcceptable(String message) {
    return Status.of(406, StatusReason.NOT_ACCEPTABLE, message).toException();
  }

  public static ApiException unsupportedMediaType(String message) {
    return Status.of(415, StatusReason.UNSUPPORTED_MEDIA_TYPE, message).toException();
  }

  /** Refused before it was known what the request is about. */
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
