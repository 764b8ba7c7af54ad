package io.listwatch.testing.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands as docs/operating.md prints them, in directories below a given one and on free
 * ports. At most one server runs at a time: starting one stops the other, and commands that need a
 * stopped server stop it.
 */
final class OperatorShell implements AutoCloseable {
  private static final String SERVE = "listwatch serve ";
  private static final Pattern NEEDS_STOPPED_SERVER =
      Pattern.compile("listwatch (restore|check|compact|copy|migrate) .*|mv .*");

  private static final String ADDRESS = "https://api.example.org:6443";

  /** The address in the last line that a start with {@code --http-port} prints. */
  private static final String PLAIN = "curl -N '(http://127\\.0\\.0\\.1:\\d+)/";

  private static final String SECURE = "ready at https://\\S+:(\\d+)\\.";

  private final Path directory;
  private final Map<String, String> places = new LinkedHashMap<>();
  private @Nullable Command server;

  OperatorShell(Path directory) {
    this.directory = directory;
    try {
      Files.createDirectories(directory.resolve("bin"));
      Files.createDirectories(directory.resolve("backup"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Program.putInto(directory.resolve("bin"));
    place("/var/lib/listwatch", data().toString());
    place("/backup/", directory.resolve("backup") + "/");
  }

  /** Replaces a path or address of the page by a local one. */
  void place(String printed, String here) {
    places.put(printed, here);
  }

  Path data() {
    return directory.resolve("data");
  }

  /**
   * Runs a line, which must succeed, and returns its output. A server that it starts is ready on
   * return.
   */
  String run(String line) {
    if (line.startsWith(SERVE)) {
      stop();
      return serve(line);
    }
    if (NEEDS_STOPPED_SERVER.matcher(line).matches()) {
      stop();
    }
    return Command.run(inBash(line));
  }

  private String serve(String line) {
    Command started = Command.start(inBash("exec " + line + " --port 0 --http-port 0"));
    server = started;
    try {
      started.out().await(PLAIN);
    } catch (AssertionError failure) {
      throw new AssertionError(line + "\n" + started.errors().text(), failure);
    }
    String port = started.out().await(SECURE).group(1);
    place(
        ADDRESS,
        "--resolve api.example.org:%s:127.0.0.1 https://api.example.org:%s".formatted(port, port));
    return started.out().text();
  }

  private List<String> inBash(String line) {
    String here = line;
    for (Map.Entry<String, String> each : places.entrySet()) {
      here = here.replace(each.getKey(), each.getValue());
    }
    return List.of(
        "env",
        "PATH=" + directory.resolve("bin") + ":" + System.getenv("PATH"),
        "bash",
        "-c",
        "cd \"$0\" && " + here,
        directory.toString());
  }

  /** Returns a client of the running server. */
  Http http() {
    if (server == null) {
      throw new AssertionError("no server was started");
    }
    return new Http(URI.create(server.out().await(PLAIN).group(1)));
  }

  /** Stops the server, if one runs, and waits until it has ended. */
  void stop() {
    if (server != null) {
      server.signal("TERM");
      int code = server.awaitEnd();
      if (code != 0) {
        throw new AssertionError(code + "\n" + server.errors().text());
      }
      server = null;
    }
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
