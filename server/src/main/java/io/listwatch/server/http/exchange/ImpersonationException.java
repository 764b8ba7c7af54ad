package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** A request has {@code Impersonate-} headers but names no user. */
public final class ImpersonationException extends ApiException {
  private static final long serialVersionUID = 1;

  public ImpersonationException(String message) {
    super(Status.of(StatusReason.BAD_REQUEST, message));
  }
}
