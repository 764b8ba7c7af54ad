package io.listwatch.cli.log;

import io.listwatch.time.Timers;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Where the log goes and what is in it. One for the program, because loggers are made before
 * anybody could say otherwise; {@code serve} sets it up before it does anything else.
 *
 * <p>Thread-safe.
 */
public final class ConsoleLog {
  private static final String OWN = "io.listwatch.";

  private static volatile LogFormat format = LogFormat.TEXT;
  private static volatile Level ownLevel = Level.INFO;

  private ConsoleLog() {}

  /**
   * Sets up the log.
   *
   * @param level of what Listwatch says itself; libraries are heard from a warning on
   */
  public static void configure(LogFormat newFormat, Level level) {
    format = newFormat;
    ownLevel = level;
  }

  static boolean isEnabled(String name, Level level) {
    Level least = name.startsWith(OWN) ? ownLevel : Level.WARN;
    return level.toInt() >= least.toInt();
  }

  static void write(String name, Level level, String message, @Nullable Throwable cause) {
    PrintStream out = System.err;
    out.println(format.line(Timers.system().now(), level, name, message, cause));
  }
}
