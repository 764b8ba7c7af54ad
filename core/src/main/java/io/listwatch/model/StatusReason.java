package io.listwatch.model;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The reasons of the API's statuses, each with its HTTP code.
 *
 * <p>A status is recognized by its reason, or by its code if the reason is none of these.
 */
public enum StatusReason {
  UNAUTHORIZED("Unauthorized", 401),
  FORBIDDEN("Forbidden", 403),
  NOT_FOUND("NotFound", 404),
  ALREADY_EXISTS("AlreadyExists", 409),
  CONFLICT("Conflict", 409),
  GONE("Gone", 410),
  INVALID("Invalid", 422),
  SERVER_TIMEOUT("ServerTimeout", 500),
  STORE_READ_ERROR("StorageReadError", 500),
  TIMEOUT("Timeout", 504),
  TOO_MANY_REQUESTS("TooManyRequests", 429),
  BAD_REQUEST("BadRequest", 400),
  METHOD_NOT_ALLOWED("MethodNotAllowed", 405),
  NOT_ACCEPTABLE("NotAcceptable", 406),
  REQUEST_ENTITY_TOO_LARGE("RequestEntityTooLarge", 413),
  UNSUPPORTED_MEDIA_TYPE("UnsupportedMediaType", 415),
  INTERNAL_ERROR("InternalError", 500),
  EXPIRED("Expired", 410),
  SERVICE_UNAVAILABLE("ServiceUnavailable", 503);

  private static final Map<String, StatusReason> BY_WORD =
      Arrays.stream(values()).collect(Collectors.toMap(StatusReason::word, Function.identity()));

  /** Sent since Kubernetes 1.18.6; {@link #mentionsTooLarge} recognizes older servers. */
  private static final String TOO_LARGE_CAUSE = "ResourceVersionTooLarge";

  private static final String TOO_LARGE_TEXT = "Too large resource version";

  private final String word;
  private final int code;

  StatusReason(String word, int code) {
    this.word = word;
    this.code = code;
  }

  /** Returns the reason as it is on the wire. */
  public String word() {
    return word;
  }

  public int code() {
    return code;
  }

  static ApiException exceptionOf(Status status) {
    if (status.details().causes().stream().anyMatch(c -> c.reason().equals(TOO_LARGE_CAUSE))) {
      return new VersionTooLargeException(status);
    }
    return switch (reasonOf(status)) {
      case NOT_FOUND -> new NotFoundException(status);
      case ALREADY_EXISTS -> new AlreadyExistsException(status);
      case CONFLICT -> new ConflictException(status);
      case GONE, EXPIRED -> new ExpiredException(status);
      case TOO_MANY_REQUESTS -> new TooManyRequestsException(status);
      case INTERNAL_ERROR -> new InternalErrorException(status);
      case SERVICE_UNAVAILABLE -> new UnavailableException(status);
      case TIMEOUT -> timeout(status);
      default -> new ApiException(status);
    };
  }

  private static StatusReason reasonOf(Status status) {
    StatusReason reason = BY_WORD.get(status.reason());
    if (reason == null) {
      return byCode(status.code());
    }
    // Code 429 overrides the reason, except for Expired and Gone, which require a new list.
    return status.code() == TOO_MANY_REQUESTS.code && reason != EXPIRED && reason != GONE
        ? TOO_MANY_REQUESTS
        : reason;
  }

  /**
   * Maps a code to a reason; for a code of several reasons, to the one that is the least harmful to
   * assume.
   */
  private static StatusReason byCode(int code) {
    return switch (code) {
      case 404 -> NOT_FOUND;
      case 409 -> CONFLICT;
      case 410 -> GONE;
      case 429 -> TOO_MANY_REQUESTS;
      case 500 -> INTERNAL_ERROR;
      case 503 -> SERVICE_UNAVAILABLE;
      case 504 -> TIMEOUT;
      default -> BAD_REQUEST;
    };
  }

  private static ApiException timeout(Status status) {
    return mentionsTooLarge(status)
        ? new VersionTooLargeException(status)
        : new ApiException(status);
  }

  private static boolean mentionsTooLarge(Status status) {
    return status.message().contains(TOO_LARGE_TEXT)
        || status.details().causes().stream().anyMatch(c -> c.message().equals(TOO_LARGE_TEXT));
  }
}
