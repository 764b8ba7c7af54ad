package io.listwatch.server.http.request;

import io.listwatch.server.registry.ApiErrors;
import java.time.Duration;

/** The timeout of a request that is not a watch. */
public final class RequestDeadline {
  /** A shorter timeout fails at once: an error is better than a response that breaks off. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private RequestDeadline() {}

  /** True if the timeout is too short for any request. Zero means no timeout. */
  public static boolean isOver(Duration deadline) {
    return !deadline.isZero() && deadline.compareTo(SHORTEST) < 0;
  }

  /**
   * Returns the {@code timeout} parameter, but at most {@code longest}, which is also the default.
   */
  public static Duration of(QueryParameters query, Duration longest) {
    String text = query.text("timeout");
    if (text.isEmpty()) {
      return longest;
    }
    Duration asked =
        GoDuration.parse(text)
            .orElseThrow(
                () ->
                    ApiErrors.badRequest(
                        "invalid timeout specified in the request URL - time: "
                            + GoDuration.problem(text)));
    return asked.isNegative() || asked.isZero() || asked.compareTo(longest) > 0 ? longest : asked;
  }
}
