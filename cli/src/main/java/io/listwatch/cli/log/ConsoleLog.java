package io.listwatch.cli.log;

import io.listwatch.time.Timers;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The log of the program, on standard error. It is static, because loggers are created before the
 * command line is parsed; {@code serve} configures it first.
 *
 * <p>Thread-safe.
 */
public final class ConsoleLog {
  private static final String OWN = "io.listwatch.";

  private static volatile LogFormat format = LogFormat.TEXT;
  private static volatile Level ownLevel = Level.INFO;

  private ConsoleLog() {}

  /**
   * Configures the log.
   *
   * @param level of Listwatch's own loggers; libraries log at warn and above
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
