package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import java.util.List;

/** Errors for resource versions that cannot be served, with kube-apiserver's messages. */
public final class VersionFailures {
  private static final String TOO_LARGE = "Too large resource version";

  private VersionFailures() {}

  /**
   * The version has not been reached yet.
   *
   * @param retryAfterSeconds 0 for no {@code Retry-After}
   */
  public static ApiException tooLarge(
      ResourceVersion requested, long current, int retryAfterSeconds) {
    var cause = new Status.Cause("ResourceVersionTooLarge", TOO_LARGE, "");
    String message = "Timeout: %s: %s, current: %d".formatted(TOO_LARGE, requested, current);
    return Status.of(StatusReason.TIMEOUT, message)
        .withDetails(Status.Details.NONE.withCauses(List.of(cause)))
        .withRetryAfter(retryAfterSeconds)
        .toException();
  }

  /** The version of an exact list has been compacted. */
  static ApiException expiredList() {
    return expired("The resourceVersion for the provided list is too old.");
  }

  /** Storage has compacted changes after the version of a watch. */
  static ApiException expiredWatch() {
    return expired("The resourceVersion for the provided watch is too old.");
  }

  /**
   * Neither the cache nor storage has all changes after the version of a watch.
   *
   * @param oldest the oldest version from which a watch could start
   */
  public static ApiException tooOld(long requested, long oldest) {
    return expired("too old resource version: %d (%d)".formatted(requested, oldest));
  }

  private static ApiException expired(String message) {
    return Status.of(StatusReason.EXPIRED, message).toException();
  }

  static ApiException badRequest(String message) {
    return Status.of(StatusReason.BAD_REQUEST, message).toException();
  }

  /**
   * Rejects a resource version together with a continue token: a page has the first page's version.
   */
  public static void checkContinued(VersionMatch match) {
    if (!match.version().isUnset()) {
      throw badRequest("specifying resource version is not allowed when using continue");
    }
  }
}
