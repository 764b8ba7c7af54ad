package io.listwatch.workloads.kubelet;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A line of a container's log. */
record LogLine(Instant time, String text) {
  private static final DateTimeFormatter NANOSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** Returns the line with a newline, and with its time in front if {@code timestamp} is true. */
  String printed(boolean timestamp) {
    return (timestamp ? NANOSECONDS.format(time) + " " : "") + text + "\n";
  }
}
