package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** Error responses of servers. */
final class Failures {
  private Failures() {}

  static ApiException expired() {
    return Status.of(StatusReason.EXPIRED, "too old resource version").toException();
  }

  static ApiException tooLarge() {
    return Status.of(StatusReason.TIMEOUT, "Too large resource version: 9, current: 1")
        .toException();
  }

  static ApiException tooManyRequests() {
    return tooManyRequests(0);
  }

  static ApiException tooManyRequests(int retryAfterSeconds) {
    return later(StatusReason.TOO_MANY_REQUESTS, retryAfterSeconds);
  }

  static ApiException unavailable() {
    return unavailable(0);
  }

  static ApiException unavailable(int retryAfterSeconds) {
    return later(StatusReason.SERVICE_UNAVAILABLE, retryAfterSeconds);
  }

  private static ApiException later(StatusReason reason, int retryAfterSeconds) {
    return Status.of(reason, "not now").withRetryAfter(retryAfterSeconds).toException();
  }

  static ApiException internalError() {
    return Status.of(StatusReason.INTERNAL_ERROR, "something is wrong").toException();
  }

  static ApiException forbidden() {
    return Status.of(StatusReason.FORBIDDEN, "no").toException();
  }

  /** The response of a server to parameters that it does not know. */
  static ApiException invalid() {
    return Status.of(StatusReason.INVALID, "sendInitialEvents: forbidden").toException();
  }
}
