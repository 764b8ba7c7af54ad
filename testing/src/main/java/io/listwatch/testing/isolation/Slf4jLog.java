package io.listwatch.testing.isolation;

import io.listwatch.testing.seam.TestLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes the server's log to the test's, if the test has SLF4J.
 *
 * <p>INFO lines of the server's libraries are logged as DEBUG, because they rarely matter in a
 * test.
 */
final class Slf4jLog implements TestLog {
  private static final String OURS = "io.listwatch.";

  static TestLog ofTest() {
    try {
      Class.forName("org.slf4j.event.Level", true, Slf4jLog.class.getClassLoader());
      return new Slf4jLog();
    } catch (ClassNotFoundException e) {
      return TestLog.NONE;
    }
  }

  @Override
  public boolean wants(String logger, int level) {
    Logger target = LoggerFactory.getLogger(logger);
    return switch (levelOf(logger, level)) {
      case TRACE -> target.isTraceEnabled();
      case DEBUG -> target.isDebugEnabled();
      case INFO -> target.isInfoEnabled();
      case WARN -> target.isWarnEnabled();
      case ERROR -> target.isErrorEnabled();
    };
  }

  @Override
  public void log(String logger, int level, String line, @Nullable Throwable problem) {
    Logger target = LoggerFactory.getLogger(logger);
    switch (levelOf(logger, level)) {
      case TRACE -> target.trace(line, problem);
      case DEBUG -> target.debug(line, problem);
      case INFO -> target.info(line, problem);
      case WARN -> target.warn(line, problem);
      case ERROR -> target.error(line, problem);
    }
  }

  private static Level levelOf(String logger, int number) {
    for (Level level : Level.values()) {
      if (level.toInt() == number) {
        return level == Level.INFO && !logger.startsWith(OURS) ? Level.DEBUG : level;
      }
    }
    return Level.ERROR;
  }
}
