package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** A request asks to be taken for somebody, but not for whom. */
public final class ImpersonationException extends ApiException {
  private static final long serialVersionUID = 1;

  public ImpersonationException(String message) {
    super(Status.of(400, StatusReason.BAD_REQUEST, message));
  }
}
