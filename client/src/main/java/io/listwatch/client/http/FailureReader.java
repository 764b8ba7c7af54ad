package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.MalformedException;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translates an unsuccessful response: its {@code Status}, or one derived from the status code if
 * the response does not come from an API server.
 */
final class FailureReader {
  private static final int MAX_STATUS = 1 << 20;
  private static final int MAX_TEXT = 2048;
  private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

  /** The body of an API server's response to a path that it does not serve. */
  private static final String NOT_SERVED = "404 page not found";

  private static final String NOT_SERVED_HINT =
      " (the server does not serve this resource: does its CustomResourceDefinition exist, and"
          + " serve this version?)";

  private static final JsonPath KIND = JsonPath.of("kind");

  private FailureReader() {}

  /**
   * The failure that a response reports.
   *
   * @param fromApiServer true if the body is a {@code Status}; false if it may be a proxy's
   */
  record Failure(ApiException exception, boolean fromApiServer) {}

  /** Reads and closes the response. */
  static Failure read(ApiRequest request, ApiResponse response) throws InterruptedException {
    if (response.code() == PROXY_AUTHENTICATION_REQUIRED) {
      return new Failure(proxyAuthenticationRequired(response), false);
    }
    byte[] body = start(response);
    Status said = status(body);
    Status status =
        said == null ? assumed(request, response.code(), body) : withCode(said, response.code());
    return new Failure(
        withRetryAfter(status, retryAfterSeconds(response)).toException(),
        said != null && "Status".equals(KIND.text(body, 0, body.length)));
  }

  /** Does not read the body: the JDK does not report the end of a proxy's response to CONNECT. */
  private static ApiException proxyAuthenticationRequired(ApiResponse response) {
    response.close();
    return new UnavailableException(
        "the proxy requires a user and a password (expected: both in its URL, and for a server with"
            + " TLS the JVM option -Djdk.http.auth.tunneling.disabledSchemes=)");
  }

  /** Returns the part of the body that could be read: the status code alone is often enough. */
  private static byte[] start(ApiResponse response) throws InterruptedException {
    try (response;
        InputStream stream = response.stream()) {
      return stream.readNBytes(MAX_STATUS);
    } catch (IOException e) {
      return ApiResponse.unreadable(e).toString().getBytes(UTF_8);
    } catch (ApiException broken) {
      return new byte[0];
    }
  }

  private static @Nullable Status status(byte[] body) {
    try {
      Status status = ResourceReader.status(body, 0, body.length);
      return status.code() == 0 && status.reason().isEmpty() ? null : status;
    } catch (MalformedException notOne) {
      return null;
    }
  }

  private static Status withCode(Status status, int code) {
    return status.code() == 0
        ? Status.of(code, status.reason(), status.message()).withDetails(status.details())
        : status;
  }

  private static Status assumed(ApiRequest request, int code, byte[] body) {
    String text = new String(body, 0, Math.min(body.length, MAX_TEXT), UTF_8).strip();
    String message =
        "%s: the server responded with %d%s%s"
            .formatted(
                request.address(), code, text.isEmpty() ? "" : ": " + text, hint(request, text));
    var cause = new Status.Cause("UnexpectedServerResponse", text, "");
    return Status.of(code, reason(request, code), message)
        .withDetails(Status.Details.NONE.withCauses(List.of(cause)));
  }

  /** Returns the likely cause where the path is that of a resource in a group. */
  private static String hint(ApiRequest request, String text) {
    boolean inGroup = request.address().contains(" /apis/");
    return inGroup && text.equals(NOT_SERVED) ? NOT_SERVED_HINT : "";
  }

  private static String reason(ApiRequest request, int code) {
    StatusReason reason =
        switch (code) {
          case 400 -> StatusReason.BAD_REQUEST;
          case 401 -> StatusReason.UNAUTHORIZED;
          case 403 -> StatusReason.FORBIDDEN;
          case 404 -> StatusReason.NOT_FOUND;
          case 405 -> StatusReason.METHOD_NOT_ALLOWED;
          case 406 -> StatusReason.NOT_ACCEPTABLE;
          case 409 ->
              request.method().equals("POST") ? StatusReason.ALREADY_EXISTS : StatusReason.CONFLICT;
          case 410 -> StatusReason.GONE;
          case 413 -> StatusReason.REQUEST_ENTITY_TOO_LARGE;
          case 415 -> StatusReason.UNSUPPORTED_MEDIA_TYPE;
          case 422 -> StatusReason.INVALID;
          case 429 -> StatusReason.TOO_MANY_REQUESTS;
          // Sent by a proxy that cannot reach the server, so the server counts as unavailable.
          case 502, 503, 504 -> StatusReason.SERVICE_UNAVAILABLE;
          default -> code >= 500 ? StatusReason.INTERNAL_ERROR : null;
        };
    return reason == null ? "Unknown" : reason.word();
  }

  /**
   * Returns the delay in seconds; -1 if there is none. Dates are not supported, as in client-go.
   */
  static int retryAfterSeconds(ApiResponse response) {
    String text = response.header("Retry-After").strip();
    return text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
  }

  private static Status withRetryAfter(Status status, int seconds) {
    return seconds <= 0 || status.details().retryAfterSeconds() > 0
        ? status
        : status.withRetryAfter(seconds);
  }
}
