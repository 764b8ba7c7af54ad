package io.listwatch.model;

import io.listwatch.json.JsonException;

/** Thrown for a malformed response or object. The message names the place. */
public final class MalformedException extends ApiException {
  private static final long serialVersionUID = 1;

  public MalformedException(String message) {
    super(status(message));
  }

  MalformedException(JsonException problem) {
    super(status(String.valueOf(problem.getMessage())), problem);
  }

  private static Status status(String message) {
    return Status.of(StatusReason.INTERNAL_ERROR, message);
  }
}
