package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/**
 * An authorizer could not decide about the request, and no other one allows it. The response is
 * plain text, as by kube-apiserver.
 */
public final class UndecidedAccessException extends ApiException {
  private static final long serialVersionUID = 1;

  public UndecidedAccessException(String reason) {
    super(Status.of(StatusReason.INTERNAL_ERROR, reason));
  }
}
