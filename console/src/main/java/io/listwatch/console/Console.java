package io.listwatch.console;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.page.WebFile;
import io.listwatch.server.http.page.WebPages;
import io.listwatch.time.Timers;
import java.util.Map;
import java.util.Optional;

/**
 * The console of a server: its files at {@value #ROOT}, and documents at {@code /debug/listwatch/}:
 * the load of the last hour, the steps that informers report, and one-time links.
 *
 * <p>Thread-safe.
 */
public final class Console implements WebPages {
  /** The path of the page. */
  public static final String ROOT = "/console/";

  private final ConsoleFiles files;
  private final LoadMetrics metrics;
  private final LoadHistory history;
  private final SignInLinks links;
  private final InformerSteps steps;

  /**
   * Creates a console and begins to record the load.
   *
   * @param writable true if the page offers to change objects. Each change also needs the user's
   *     permission
   * @param faults true if watches can be broken and stalled, as docs/faults.md describes
   * @param metrics receives the server's measurements, which pass through {@link #metrics}
   */
  public Console(boolean writable, boolean faults, Metrics metrics, Timers timers) {
    this.files = new ConsoleFiles(writable, faults);
    this.metrics = new LoadMetrics(metrics);
    this.history = new LoadHistory(this.metrics, timers);
    this.links = new SignInLinks(timers);
    this.steps = new InformerSteps(timers);
  }

  /** Returns the metrics to give to the server. */
  public Metrics metrics() {
    return metrics;
  }

  /** Returns the authenticator of users who signed in with a one-time link. */
  public Authenticator authenticator() {
    return links;
  }

  @Override
  public String root() {
    return ROOT;
  }

  @Override
  public Optional<WebFile> file(String path) {
    return files.find(path);
  }

  @Override
  public Optional<String> signIn(String code) {
    return links.exchange(code);
  }

  @Override
  public Map<String, DebugDocument> documents() {
    return Map.of("load", new LoadDocument(history), "informers", steps, "link", links);
  }

  @Override
  public void close() {
    history.close();
  }
}
