package io.listwatch.log;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
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
 * Records the log messages that begin with a name, from all loggers, until it is closed. The list
 * of recorders is static, because loggers are; tests that run at the same time use different names.
 */
public final class RecordedLog implements AutoCloseable {
  private static final List<RecordedLog> RECORDERS = new CopyOnWriteArrayList<>();

  private final String name;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private RecordedLog(String name) {
    this.name = name;
  }

  /** Starts to record the messages that begin with {@code name} and a colon. */
  public static RecordedLog of(String name) {
    var recorder = new RecordedLog(name);
    RECORDERS.add(recorder);
    return recorder;
  }

  /** Returns lines such as {@code INFO synced at version 5}, without the name. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  private void record(Level level, String message) {
    if (message.startsWith(name + ": ")) {
      lines.add(level + " " + message.substring(name.length() + 2));
    }
  }

  @Override
  public void close() {
    RECORDERS.remove(this);
  }

  /** Provides the loggers of this module's tests. Other modules have their own provider. */
  public static final class Provider implements SLF4JServiceProvider {
    private final ConcurrentHashMap<String, Logger> loggers = new ConcurrentHashMap<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    @Override
    public void initialize() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
      return name -> loggers.computeIfAbsent(name, RecordingLogger::new);
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
      return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
      return context;
    }

    @Override
    public String getRequestedApiVersion() {
      return "2.0.99";
    }
  }

  private static final class RecordingLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private RecordingLogger(String name) {
      this.name = name;
    }

    private static boolean recorded() {
      return !RECORDERS.isEmpty();
    }

    @Override
    public boolean isTraceEnabled() {
      return recorded();
    }

    @Override
    public boolean isDebugEnabled() {
      return recorded();
    }

    @Override
    public boolean isInfoEnabled() {
      return recorded();
    }

    @Override
    public boolean isWarnEnabled() {
      return recorded();
    }

    @Override
    public boolean isErrorEnabled() {
      return recorded();
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
      RECORDERS.forEach(recorder -> recorder.record(level, message));
    }
  }
}
