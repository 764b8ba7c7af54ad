package io.listwatch.faults;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import java.util.Arrays;

/** Builds the Status with which the fault {@code answer} responds. */
final class AnsweredStatus {
  private static final String MESSAGE = "a test requested this response";

  private AnsweredStatus() {}

  static Status of(Command command) {
    int code = (int) command.number("code", 400, 599, 0);
    if (code == 0) {
      throw new IllegalArgumentException("code: absent (expected: 400 to 599)");
    }
    String message = command.text("message");
    int retryAfter = (int) command.number("retryAfter", 0, 3_600, code == 429 ? 1 : 0);
    return Status.of(code, reason(code), message == null ? MESSAGE : message)
        .withRetryAfter(retryAfter);
  }

  /** Returns the reason for a code; if several have the code, the one that clients handle. */
  private static String reason(int code) {
    return switch (code) {
      case 409 -> StatusReason.CONFLICT.word();
      case 410 -> StatusReason.EXPIRED.word();
      case 500 -> StatusReason.INTERNAL_ERROR.word();
      default ->
          Arrays.stream(StatusReason.values())
              .filter(reason -> reason.code() == code)
              .map(StatusReason::word)
              .findFirst()
              .orElse("");
    };
  }
}
