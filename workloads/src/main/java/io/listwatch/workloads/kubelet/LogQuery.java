package io.listwatch.workloads.kubelet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request for a log.
 *
 * @param since null for all lines
 * @param sinceSeconds counts from the time of the request; null for all lines
 * @param tailLines null for all lines
 * @param limitBytes {@link Long#MAX_VALUE} for all bytes
 */
record LogQuery(
    boolean follow,
    boolean previous,
    boolean timestamps,
    @Nullable Instant since,
    @Nullable Long sinceSeconds,
    @Nullable Long tailLines,
    long limitBytes) {
  /**
   * Parses a query string.
   *
   * @param raw null for no parameters
   * @throws LogException if a value is malformed
   */
  static LogQuery parse(@Nullable String raw) throws LogException {
    try {
      Map<String, String> values = values(raw == null ? "" : raw);
      String since = values.getOrDefault("sinceTime", "");
      Long limit = number(values, "limitBytes", 1);
      return new LogQuery(
          flag(values, "follow"),
          flag(values, "previous"),
          flag(values, "timestamps"),
          since.isEmpty() ? null : OffsetDateTime.parse(since).toInstant(),
          number(values, "sinceSeconds", 1),
          number(values, "tailLines", 0),
          limit == null ? Long.MAX_VALUE : limit);
    } catch (IllegalArgumentException | DateTimeException malformed) {
      throw new LogException(400, "{\"message\": \"Unable to decode query.\"}");
    }
  }

  private static Map<String, String> values(String raw) {
    var values = new HashMap<String, String>();
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      values.putIfAbsent(URLDecoder.decode(name, UTF_8), URLDecoder.decode(value, UTF_8));
    }
    return values;
  }

  private static boolean flag(Map<String, String> values, String name) {
    String value = values.getOrDefault(name, "false");
    return !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  private static @Nullable Long number(Map<String, String> values, String name, long least) {
    String value = values.getOrDefault(name, "");
    if (value.isEmpty()) {
      return null;
    }
    long number = Long.parseLong(value);
    if (number < least) {
      throw new IllegalArgumentException(
          "%s: %d (expected: at least %d)".formatted(name, number, least));
    }
    return number;
  }

  /** Returns the lines that the request asks for, of those that exist now. */
  List<LogLine> select(List<LogLine> lines, Instant now) {
    Instant first =
        sinceSeconds == null ? since : now.minusSeconds(Math.min(sinceSeconds, Integer.MAX_VALUE));
    List<LogLine> recent =
        first == null
            ? lines
            : lines.stream().filter(line -> !line.time().isBefore(first)).toList();
    long skipped = tailLines == null ? 0 : Math.max(0, recent.size() - tailLines);
    return recent.subList((int) skipped, recent.size());
  }
}
