package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;

/** Whoever asks may not do what the request is for, whatever else is right or wrong with it. */
public final class ForbiddenAccessException extends ApiException {
  private static final long serialVersionUID = 1;

  public ForbiddenAccessException(Status status) {
    super(status);
  }
}
