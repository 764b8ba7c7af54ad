package io.listwatch.server.kubelet;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.selector.Quotation;

/** Converts error responses of a kubelet, with kube-apiserver's messages. */
final class KubeletErrors {
  private static final String RESOURCE = "pods/log";

  private KubeletErrors() {}

  /**
   * Returns the error for a response.
   *
   * @param text the start of its body
   */
  static ApiException of(int code, String text, String pod) {
    return switch (code) {
      case 500 ->
          Status.of(StatusReason.INTERNAL_ERROR, "Internal error occurred: " + text).toException();
      case 400 -> Status.of(StatusReason.BAD_REQUEST, text).toException();
      default -> other(code, text, pod);
    };
  }

  private static ApiException other(int code, String text, String pod) {
    String message = "%s ( %s %s)".formatted(message(code, text), RESOURCE, pod);
    return Status.of(code, reason(code), message)
        .withDetails(Status.Details.of("", RESOURCE, pod))
        .toException();
  }

  private static String reason(int code) {
    for (StatusReason each : StatusReason.values()) {
      if (each.code() == code) {
        return each.word();
      }
    }
    return code >= 500 ? StatusReason.INTERNAL_ERROR.word() : "";
  }

  private static String message(int code, String text) {
    return switch (code) {
      case 401 -> "the server has asked for the client to provide credentials";
      case 403 -> text;
      case 404 -> "the server could not find the requested resource";
      case 405 -> "the server does not allow this method on the requested resource";
      case 422 -> "the server rejected our request due to an error in our request";
      case 429 -> "the server has received too many requests and has asked us to try again later";
      case 503 -> "the server is currently unable to handle the request";
      case 504 ->
          "the server was unable to return a response in the time allotted, but may still be"
              + " processing the request";
      default ->
          code > 500
              ? "an error on the server (%s) has prevented the request from succeeding"
                  .formatted(Quotation.of(text))
              : "the server responded with the status code %d but did not return more information"
                  .formatted(code);
    };
  }
}
