package io.listwatch.cli.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that writes to the {@link ConsoleLog}. */
final class ConsoleLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;

  ConsoleLogger(String name) {
    this.name = name;
  }

  @Override
  public boolean isTraceEnabled() {
    return isEnabled(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return isEnabled(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return isEnabled(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return isEnabled(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return isEnabled(Level.ERROR);
  }

  private boolean isEnabled(Level level) {
    return ConsoleLog.isEnabled(name, level);
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable cause) {
    String message = MessageFormatter.basicArrayFormat(pattern, arguments);
    ConsoleLog.write(name, level, message, cause);
  }
}
