package io.listwatch.server.webhook;

import io.listwatch.selector.Quotation;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Describes the failure of a webhook call, with the messages of client-go. */
final class CallFailure {
  /** Length of the part of an error response that is shown in the message. */
  private static final int SHOWN = 1_024;

  private CallFailure() {}

  /** Returns the failure that a response stands for; null if it is a success. */
  static @Nullable WebhookException of(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    if (status / 100 == 2) {
      return response.body().length > 0 ? null : new WebhookException(empty(response));
    }
    String text = text(response);
    return new WebhookException(
        switch (status) {
          case 404 -> "the server could not find the requested resource";
          case 401 -> "the server has asked for the client to provide credentials";
          case 400, 403, 405, 406, 409, 410, 415, 422, 429 -> text;
          default ->
              status >= 500
                  ? "an error on the server (%s) has prevented the request from succeeding"
                      .formatted(Quotation.of(text))
                  : "the server responded with the status code %d but did not return more information"
                      .formatted(status);
        },
        status);
  }

  private static String empty(HttpResponse<byte[]> response) {
    return "0-length response with status code: %d and content type: %s"
        .formatted(response.statusCode(), type(response));
  }

  private static String type(HttpResponse<byte[]> response) {
    return response.headers().firstValue("content-type").orElse("");
  }

  /** client-go shows a body only if it is text. */
  private static String text(HttpResponse<byte[]> response) {
    String type = type(response);
    byte[] body = response.body();
    String text = new String(body, 0, Math.min(body.length, SHOWN), StandardCharsets.UTF_8);
    return text.isBlank() || !(type.isEmpty() || type.startsWith("text/"))
        ? "unknown"
        : text.strip();
  }

  /** Returns the failure without the wrappers of futures. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Returns the reason for which a request could not be sent or had no response. */
  static String reason(Throwable failure, URI url) {
    if (failure instanceof ConnectException) {
      return "dial tcp %s:%d: connect: connection refused"
          .formatted(url.getHost(), url.getPort() < 0 ? 443 : url.getPort());
    }
    if (failure instanceof CancellationException) {
      return "context canceled";
    }
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof CertificateException) {
        return "tls: failed to verify certificate: x509: "
            + (each instanceof NamedPeer.WrongNameException
                ? each.getMessage()
                : "certificate signed by unknown authority");
      }
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
