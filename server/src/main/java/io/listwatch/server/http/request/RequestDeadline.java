package io.listwatch.server.http.request;

import java.time.Duration;

/** How long a request that is not a stream may take. */
public final class RequestDeadline {
  /** What is asked for in less is not begun: an answer that breaks off says less than none. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private RequestDeadline() {}

  /** Whether it has passed, for all that can be done in that time. Zero is none at all. */
  public static boolean isOver(Duration deadline) {
    return !deadline.isZero() && deadline.compareTo(SHORTEST) < 0;
  }

  /** What the request asks for, at most {@code longest}, which also stands for nothing. */
  public static Duration of(QueryParameters query, Duration longest) {
    String text = query.text("timeout");
    if (text.isEmpty()) {
      return longest;
    }
    Duration asked =
        GoDuration.parse(text)
            .orElseThrow(
                () ->
                    Refusal.badRequest(
                        "invalid timeout specified in the request URL - time: "
                            + GoDuration.problem(text)));
    return asked.isNegative() || asked.isZero() || asked.compareTo(longest) > 0 ? longest : asked;
  }
}
