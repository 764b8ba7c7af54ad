package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.listwatch.model.ApiException;

/** Translates failures of Listwatch's reflector into those of fabric8's client. */
final class Failures {
  private final HttpRequest request;

  /**
   * @param request of the collection, from which exceptions take the name of the resource
   */
  Failures(HttpRequest request) {
    this.request = request;
  }

  /** Returns an exception with the server's status, if the server has sent one. */
  KubernetesClientException translate(Exception error) {
    if (error instanceof ApiException failure && failure.getCause() == null) {
      Status status = status(failure.status());
      return new KubernetesClientException(
          message(failure), failure, status.getCode(), status, request);
    }
    return new KubernetesClientException(String.valueOf(error.getMessage()), error);
  }

  private static String message(ApiException failure) {
    return "the informer's list or watch failed: " + failure.getMessage();
  }

  private static Status status(io.listwatch.model.Status status) {
    return new StatusBuilder()
        .withStatus("Failure")
        .withCode(status.code())
        .withReason(status.reason())
        .withMessage(status.message())
        .build();
  }
}
