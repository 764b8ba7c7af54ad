package io.listwatch.faults;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import java.util.Arrays;
import java.util.List;

/** What a request is answered with, made of a command. */
final class AnsweredStatus {
  private static final String MESSAGE = "this answer was ordered by a test";

  private AnsweredStatus() {}

  static Status of(Command command) {
    int code = (int) command.number("code", 400, 599, 0);
    if (code == 0) {
      throw new IllegalArgumentException("code: absent (expected: 400 to 599)");
    }
    String message = command.text("message");
    int retryAfter = (int) command.number("retryAfter", 0, 3_600, code == 429 ? 1 : 0);
    var details = new Status.Details("", "", "", "", List.of(), retryAfter);
    return new Status(code, reason(code), message == null ? MESSAGE : message, details);
  }

  /** The word that goes with a code; where several do, the one that clients can bear. */
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
