package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import java.util.List;

/** What clients are told whose version cannot be served, in the reference's words. */
public final class VersionFailures {
  private static final String TOO_LARGE = "Too large resource version";

  private VersionFailures() {}

  /**
   * The version has not been reached.
   *
   * @param retryAfterSeconds 0 to say nothing
   */
  public static ApiException tooLarge(
      ResourceVersion requested, long current, int retryAfterSeconds) {
    var cause = new Status.Cause("ResourceVersionTooLarge", TOO_LARGE, "");
    var details = new Status.Details("", "", "", "", List.of(cause), retryAfterSeconds);
    String message = "Timeout: %s: %s, current: %d".formatted(TOO_LARGE, requested, current);
    return new Status(504, StatusReason.TIMEOUT.word(), message, details).toException();
  }

  /** The version of an exact list is no longer kept. */
  static ApiException expiredList() {
    return expired("The resourceVersion for the provided list is too old.");
  }

  /** Storage no longer keeps what happened after the version of a watch. */
  static ApiException expiredWatch() {
    return expired("The resourceVersion for the provided watch is too old.");
  }

  /**
   * Neither cache nor storage keeps what happened after the version of a watch.
   *
   * @param oldest the oldest version that a watch could begin after
   */
  public static ApiException tooOld(long requested, long oldest) {
    return expired("too old resource version: %d (%d)".formatted(requested, oldest));
  }

  private static ApiException expired(String message) {
    return Status.of(410, StatusReason.EXPIRED, message).toException();
  }

  static ApiException badRequest(String message) {
    return Status.of(400, StatusReason.BAD_REQUEST, message).toException();
  }

  /** A page is of the first page's version, whatever else is asked for. */
  public static void checkContinued(VersionMatch match) {
    if (!match.version().isUnset()) {
      throw badRequest("specifying resource version is not allowed when using continue");
    }
  }
}
