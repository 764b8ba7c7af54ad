package io.listwatch.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Why the API refused or failed: what a server answers instead of an object.
 *
 * @param code the HTTP code
 * @param reason one word for programs, such as {@code NotFound}; empty if unknown
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
   * How long to wait before trying again, if the server said; a {@code ServerTimeout} always says
   * that one should, if need be at once.
   */
  public Optional<Duration> retryAfter() {
    boolean said =
        details.retryAfterSeconds > 0 || reason.equals(StatusReason.SERVER_TIMEOUT.word());
    return said ? Optional.of(Duration.ofSeconds(details.retryAfterSeconds)) : Optional.empty();
  }

  /** The failure a caller would want to catch. */
  public ApiException toException() {
    return StatusReason.exceptionOf(this);
  }

  /**
   * What the failure is about.
   *
   * @param retryAfterSeconds 0 if the server did not say
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

  /** One of several things that are wrong. */
  public record Cause(String reason, String message, String field) {}
}
