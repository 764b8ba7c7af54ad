package io.listwatch.campaign.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code listwatch serve} as a process that is killed and started again, behind a proxy whose
 * address stays the same.
 *
 * <p>One thread starts and ends it. Any thread may wait for it.
 */
public final class ApiServer {
  private static final Pattern PLAIN = Pattern.compile("(http://127\\.0\\.0\\.1:(\\d+))/");
  private static final int PATIENCE_SECONDS = 30;
  private static final int GRACE_SECONDS = 15;
  private static final int MAX_STARTS = 5;

  private final String name;
  private final Path log;
  private final List<String> options;
  private final FaultyProxy proxy = new FaultyProxy();
  private @Nullable Process process;
  private int port;
  private boolean withFaults;
  private volatile boolean up;

  /**
   * @param options of {@code listwatch serve}, without ports
   */
  ApiServer(String name, Path log, List<String> options) throws IOException {
    this.name = name;
    this.log = log;
    this.options = List.copyOf(options);
  }

  public String name() {
    return name;
  }

  /** Returns the address for clients, which is the proxy's. */
  public URI address() {
    return proxy.address();
  }

  /** Returns the address of the process itself. */
  public URI directAddress() {
    return URI.create("http://127.0.0.1:" + port);
  }

  public FaultyProxy proxy() {
    return proxy;
  }

  public long pid() {
    return running().pid();
  }

  /** True between a start and a kill. */
  public boolean isUp() {
    return up;
  }

  /** True if the server accepts commands to its clock. */
  public boolean withFaults() {
    return withFaults;
  }

  /**
   * Waits a short time if the server is down. The caller then sends its request even if the server
   * is still down.
   */
  public void awaitUp() throws InterruptedException {
    for (int i = 0; i < 200 && !up; i++) {
      Thread.sleep(10);
    }
  }

  /**
   * Starts the server and blocks until it is ready. A server on etcd ends if etcd does not confirm
   * its first writes in time; then it is started again, as a service manager does.
   */
  public void start(boolean faults, String... wrapper) throws IOException {
    for (int left = options.contains("--storage=etcd") ? MAX_STARTS : 1; !up; left--) {
      try {
        startOnce(faults, wrapper);
      } catch (IOException ended) {
        if (left <= 1) {
          throw ended;
        }
      }
    }
  }

  private void startOnce(boolean faults, String... wrapper) throws IOException {
    withFaults = faults;
    var words = new ArrayList<>(List.of(wrapper));
    words.addAll(List.of("cli/src/main/dist/bin/listwatch", "serve", "--port=0", "--http-port=0"));
    words.addAll(options);
    if (faults) {
      words.add("--faults");
    }
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("LISTWATCH_HOME", Path.of("cli/target").toAbsolutePath().toString());
    // Servers run for seconds only, too short for the C2 compiler; and several run at a time.
    builder.environment().put("LISTWATCH_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -Xmx512m");
    Process started = builder.start();
    process = started;
    Processes.endWithThisOne(started);
    BufferedReader output = started.inputReader(UTF_8);
    port = port(output);
    proxy.redirectTo(port);
    drain(output);
    up = true;
  }

  private int port(BufferedReader output) throws IOException {
    var said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      log(line);
      var matcher = PLAIN.matcher(line);
      if (matcher.find()) {
        return Integer.parseInt(matcher.group(2));
      }
      said.append(line).append('\n');
    }
    throw new IOException(name + " ended before it was ready:\n" + said);
  }

  private void drain(BufferedReader output) {
    var thread =
        new Thread(
            () -> {
              try {
                output.lines().forEach(this::log);
              } catch (UncheckedIOException closed) {
                // The process has ended.
              }
            },
            "output-of-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void log(String line) {
    try {
      Files.writeString(
          log, line + "\n", UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return process;
  }

  /** Kills the process without warning, and waits for its end. */
  public void kill() throws InterruptedException {
    up = false;
    if (process != null) {
      process.destroyForcibly();
      var unused = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /**
   * Waits for the process to end for another reason than {@link #kill}. Returns false if it is
   * still running.
   */
  public boolean awaitEnd(long millis) throws InterruptedException {
    boolean ended = running().waitFor(millis, TimeUnit.MILLISECONDS);
    if (ended) {
      up = false;
    }
    return ended;
  }

  /** Shuts the server down gracefully. */
  public void terminate() throws InterruptedException {
    up = false;
    running().destroy();
    if (!running().waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
      kill();
    }
  }

  public void signal(String signal) throws InterruptedException {
    Shell.signal(pid(), signal);
  }

  public void end() throws IOException, InterruptedException {
    kill();
    proxy.close();
  }
}
