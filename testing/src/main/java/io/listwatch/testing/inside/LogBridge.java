package io.listwatch.testing.inside;

import io.listwatch.testing.seam.TestLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The SLF4J provider of the isolated server: its loggers forward everything to the test's log.
 * SLF4J finds it through a service file that only the server's class loader sees.
 */
public final class LogBridge implements SLF4JServiceProvider {
  private static volatile TestLog outside = TestLog.NONE;

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter contexts = new NOPMDCAdapter();

  static void forwardTo(TestLog log) {
    outside = log;
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return BridgedLogger::new;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return contexts;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}

  /** Forwards to the test's logger of the same name. */
  private static final class BridgedLogger extends LegacyAbstractLogger implements Logger {
    private static final long serialVersionUID = 1;

    BridgedLogger(String name) {
      this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
      return wanted(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
      return wanted(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
      return wanted(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
      return wanted(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
      return wanted(Level.ERROR);
    }

    private boolean wanted(Level level) {
      return outside.wants(name, level.toInt());
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
        @Nullable Throwable problem) {
      String line = MessageFormatter.basicArrayFormat(pattern, arguments);
      outside.log(name, level.toInt(), line, problem);
    }
  }
}
