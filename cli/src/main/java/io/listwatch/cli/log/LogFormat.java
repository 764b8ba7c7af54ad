package io.listwatch.cli.log;

import io.listwatch.json.JsonString;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** The format of log lines. */
public enum LogFormat {
  /** Human-readable: time, level, logger and message; a stack trace follows on the next lines. */
  TEXT {
    @Override
    String line(Instant time, Level level, String name, String message, @Nullable Throwable cause) {
      String trace = cause == null ? "" : System.lineSeparator() + trace(cause).stripTrailing();
      return "%s %-5s %s: %s%s"
          .formatted(time.truncatedTo(ChronoUnit.MILLIS), level, simpleName(name), message, trace);
    }
  },

  /** One JSON object for each line. */
  JSON {
    @Override
    String line(Instant time, Level level, String name, String message, @Nullable Throwable cause) {
      var text = new StringBuilder(128);
      text.append("{\"time\":").append(JsonString.quote(time.toString()));
      text.append(",\"level\":").append(JsonString.quote(level.name().toLowerCase(Locale.ROOT)));
      text.append(",\"logger\":").append(JsonString.quote(name));
      text.append(",\"message\":").append(JsonString.quote(message));
      if (cause != null) {
        text.append(",\"stackTrace\":").append(JsonString.quote(trace(cause)));
      }
      return text.append('}').toString();
    }
  };

  abstract String line(
      Instant time, Level level, String name, String message, @Nullable Throwable cause);

  private static String simpleName(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String trace(Throwable cause) {
    var text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
