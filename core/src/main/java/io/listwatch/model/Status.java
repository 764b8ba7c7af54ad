package io.listwatch.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' {@code Status}: the response to a request that was rejected or failed.
 *
 * @param code the HTTP status code
 * @param reason a word for programs, such as {@code NotFound}; empty if unknown
 * @param message a sentence for people
 */
public record Status(int code, String reason, String message, Details details) {
  public static Status of(int code, String reason, String message) {
    return new Status(code, reason, message, Details.NONE);
  }

  public static Status of(int code, StatusReason reason, String message) {
    return of(code, reason.word(), message);
  }

  /**
   * Returns the time to wait before trying again, if the server sent one. A {@code ServerTimeout}
   * always has one, if need be zero.
   */
  public Optional<Duration> retryAfter() {
    boolean said =
        details.retryAfterSeconds > 0 || reason.equals(StatusReason.SERVER_TIMEOUT.word());
    return said ? Optional.of(Duration.ofSeconds(details.retryAfterSeconds)) : Optional.empty();
  }

  /** Returns the most specific {@link ApiException} for this status. */
  public ApiException toException() {
    return StatusReason.exceptionOf(this);
  }

  /**
   * Details of a failure.
   *
   * @param retryAfterSeconds 0 if the server did not send it
   */
  public record Details(
      String group,
      String kind,
      String name,
      String uid,
      List<Cause> causes,
      int retryAfterSeconds) {
    public static final Details NONE = new Details("", "", "", "", List.of(), 0);

    public Details {
      causes = List.copyOf(causes);
    }
  }

  /** One of several causes of a failure. */
  public record Cause(String reason, String message, String field) {}
}
