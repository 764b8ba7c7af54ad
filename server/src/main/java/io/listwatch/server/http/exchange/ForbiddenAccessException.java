package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;

/** The authorizer denied the request. Takes precedence over any other problem with it. */
public final class ForbiddenAccessException extends ApiException {
  private static final long serialVersionUID = 1;

  public ForbiddenAccessException(Status status) {
    super(status);
  }
}
