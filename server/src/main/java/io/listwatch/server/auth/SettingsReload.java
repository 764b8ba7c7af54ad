package io.listwatch.server.auth;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import io.listwatch.time.Timers.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every {@link #INTERVAL} whether a configuration file has changed, and applies it. A file
 * that is invalid or cannot be read changes nothing and is logged once. Internal.
 *
 * <p>Threads: one check after the other, each on a worker.
 */
public final class SettingsReload<T> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SettingsReload.class);
  public static final Duration INTERVAL = Duration.ofSeconds(10);

  private final String kind;
  private final SettingsFile<T> file;
  private final Consumer<T> apply;
  private final Timers timers;
  private final Executor workers;
  private final Metrics metrics;

  private volatile @Nullable Timer next;
  private volatile boolean closed;

  /** The last logged problem; empty while there is none. Used by the checks only. */
  private String problem = "";

  /**
   * @param kind {@code authentication} or {@code authorization}
   * @param apply throws an {@link IllegalArgumentException} if the settings cannot be applied
   */
  public SettingsReload(
      String kind,
      SettingsFile<T> file,
      Consumer<T> apply,
      Timers timers,
      Executor workers,
      Metrics metrics) {
    this.kind = kind;
    this.file = file;
    this.apply = apply;
    this.timers = timers;
    this.workers = workers;
    this.metrics = metrics;
  }

  /** Starts the checks. Must be called once. */
  public void start() {
    next = timers.schedule(INTERVAL, this::hand);
  }

  private void hand() {
    try {
      workers.execute(this::look);
    } catch (RejectedExecutionException busy) {
      continueLater();
    }
  }

  private void look() {
    try {
      T settings = file.changed();
      if (settings != null) {
        apply.accept(settings);
        count("success");
        log.info("applied {}, which has changed", file);
      }
      problem = settings == null ? problem : "";
    } catch (IOException | IllegalArgumentException failure) {
      report(failure);
    } finally {
      continueLater();
    }
  }

  private void report(Exception failure) {
    if (!failure.toString().equals(problem)) {
      problem = failure.toString();
      count("failure");
      log.warn("{} is not applied, the former {} stays: {}", file, kind, problem);
    }
  }

  private void count(String status) {
    Map<String, String> tags = Map.of("status", status);
    Metrics.Counter counter =
        kind.equals("authentication")
            ? metrics.counter(
                "apiserver_authentication_config_controller_automatic_reloads_total", tags)
            : metrics.counter(
                "apiserver_authorization_config_controller_automatic_reloads_total", tags);
    counter.increment();
  }

  private void continueLater() {
    if (!closed) {
      start();
    }
  }

  @Override
  public void close() {
    closed = true;
    Timer waiting = next;
    if (waiting != null) {
      waiting.cancel();
    }
  }
}
