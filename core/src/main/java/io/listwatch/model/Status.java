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

  /** Returns a status with the reason's own code. */
  public static Status of(StatusReason reason, String message) {
    return of(reason.code(), reason.word(), message);
  }

  public Status withDetails(Details newDetails) {
    return new Status(code, reason, message, newDetails);
  }

  public Status withRetryAfter(int seconds) {
    return withDetails(details.withRetryAfter(seconds));
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

    /**
     * Returns details that name an object.
     *
     * @param kind the resource in most statuses, the kind in those of validation
     * @param name empty if the failure is about no particular object
     */
    public static Details of(String group, String kind, String name) {
      return new Details(group, kind, name, "", List.of(), 0);
    }

    /** Returns details that name an object by its resource. */
    public static Details of(ResourceType type, String name) {
      return of(type.group(), type.plural(), name);
    }

    public Details withCauses(List<Cause> newCauses) {
      return new Details(group, kind, name, uid, newCauses, retryAfterSeconds);
    }

    public Details withRetryAfter(int seconds) {
      return new Details(group, kind, name, uid, causes, seconds);
    }
  }

  /** One of several causes of a failure. */
  public record Cause(String reason, String message, String field) {}
}
