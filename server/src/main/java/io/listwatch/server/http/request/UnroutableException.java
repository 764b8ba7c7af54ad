package io.listwatch.server.http.request;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** The request matches no route. The Status has details, but they are empty. */
public final class UnroutableException extends ApiException {
  private static final long serialVersionUID = 1;

  UnroutableException(StatusReason reason, String message) {
    super(Status.of(reason, message));
  }
}
