package io.listwatch.console;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Chromium without a window, driven by its DevTools protocol. */
final class Chromium implements AutoCloseable {
  private static final Path TARGET = Path.of("target");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile("DevTools listening on (ws://\\S+)");

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonValue>> replies = new ConcurrentHashMap<>();
  private final List<Consumer<JsonValue>> listeners = new CopyOnWriteArrayList<>();

  private Chromium(Process process, Path profile, String address) {
    this.process = process;
    this.profile = profile;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Messages())
            .orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
            .join();
  }

  /** True if the program is on the path. */
  static boolean isInstalled() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "chromium")));
  }

  /** Starts a browser with a new profile below target, where it writes everything. */
  static Chromium start() throws IOException {
    Path profile = Files.createTempDirectory(Files.createDirectories(TARGET), "chromium-");
    Process process =
        new ProcessBuilder(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--ignore-certificate-errors",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile.toAbsolutePath())
            .redirectErrorStream(true)
            .start();
    return new Chromium(process, profile, address(process));
  }

  private static String address(Process process) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = ADDRESS.matcher(line);
      if (matcher.find()) {
        var drain = new Thread(() -> out.lines().forEach(rest -> {}), "chromium-output");
        drain.setDaemon(true);
        drain.start();
        return matcher.group(1);
      }
    }
    throw new IOException("chromium ended without a DevTools address");
  }

  /** Opens an empty page. */
  BrowserPage open() {
    String target =
        send("", "Target.createTarget", new JsonObject().put("url", "about:blank"))
            .path("targetId")
            .asText();
    String session =
        send(
                "",
                "Target.attachToTarget",
                new JsonObject().put("targetId", target).put("flatten", true))
            .path("sessionId")
            .asText();
    return new BrowserPage(this, session);
  }

  void listen(Consumer<JsonValue> listener) {
    listeners.add(listener);
  }

  /** Sends a command and waits for its result. */
  JsonValue send(String session, String method, JsonObject parameters) {
    int id = lastId.incrementAndGet();
    var reply = new CompletableFuture<JsonValue>();
    replies.put(id, reply);
    JsonObject message = new JsonObject().put("id", id).put("method", method);
    message.set("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    synchronized (socket) {
      socket.sendText(JsonTrees.write(message), true).join();
    }
    JsonValue answer = reply.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
    if (answer.has("error")) {
      throw new AssertionError(method + ": " + answer.path("error"));
    }
    return answer.path("result");
  }

  /** Ends the browser and all processes that it has started, and deletes its profile. */
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    process.destroy();
    if (!ended(all)) {
      all.forEach(ProcessHandle::destroyForcibly);
      ended(all);
    }
    deleteProfile();
  }

  /** Waits up to ten seconds. */
  private static boolean ended(List<ProcessHandle> processes) {
    try {
      CompletableFuture.allOf(
              processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(10, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Deletes as much of the profile as possible. A process that the browser has started and lost
   * track of may still write there, which must not fail a test: the rest is deleted with target.
   */
  private void deleteProfile() {
    try (Stream<Path> files = Files.walk(profile)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("left " + profile + ": " + e);
    }
  }

  /** Passes replies and events on. */
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        JsonValue message = JsonTrees.read(text.toString());
        text.setLength(0);
        CompletableFuture<JsonValue> reply = replies.remove(message.path("id").asInt());
        if (reply != null) {
          reply.complete(message);
        } else {
          listeners.forEach(listener -> listener.accept(message));
        }
      }
      webSocket.request(1);
      return CompletableFuture.completedStage(null);
    }
  }
}
