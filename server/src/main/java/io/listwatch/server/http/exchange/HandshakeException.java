package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;

/** The handshake of a WebSocket is rejected. The response has no body, as in kube-apiserver. */
public final class HandshakeException extends ApiException {
  private static final long serialVersionUID = 1;

  public HandshakeException(StatusReason reason, String problem) {
    super(Status.of(reason, problem));
  }
}
