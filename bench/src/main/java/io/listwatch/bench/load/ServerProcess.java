package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.Processors;
import io.listwatch.bench.Scratch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** A server under load: a child process that prints its address. */
public final class ServerProcess implements AutoCloseable {
  /** The load's bearer token. The floor, a server without logic, accepts every client. */
  public static final String TOKEN = "bench";

  /** The name of Listwatch. */
  static final String PRODUCT = "product";

  private static final String FLOOR = "floor";
  private static final long IDLE_NANOS = 500_000_000;
  private static final int IDLE_LOOKS = 120;

  /** Number of lines of output that are printed if the server fails. */
  private static final int LAST_LINES = 40;

  private static final Pattern ADDRESS =
      Pattern.compile("(?:https://|Serving securely on )(127\\.0\\.0\\.1:\\d+)");

  private final String name;
  private final Process process;
  private final URI address;
  private volatile boolean closing;

  ServerProcess(String name, List<String> command, String... flags) throws IOException {
    this.name = name;
    var builder = new ProcessBuilder(Processors.forServer(command)).redirectErrorStream(true);
    if (flags.length > 0) {
      // Only this variable overrides flags on the command line.
      builder.environment().put("_JAVA_OPTIONS", String.join(" ", flags));
    }
    this.process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::destroy, "end-of-" + name));
    var output = process.inputReader(UTF_8);
    this.address = address(output);
    var drain = new Thread(() -> drain(output), "output-of-" + name);
    drain.setDaemon(true);
    drain.start();
  }

  /** Reads the output, so that the server is never blocked by it. Prints its end if it fails. */
  private void drain(BufferedReader output) {
    var last = new ArrayDeque<String>();
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        last.add(line);
        if (last.size() > LAST_LINES) {
          last.remove();
        }
      }
    } catch (IOException ended) {
      last.add(ended.toString());
    }
    if (!closing) {
      System.err.println(name + " ended while it was needed:");
      last.forEach(System.err::println);
    }
  }

  private URI address(BufferedReader output) throws IOException {
    var said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      var matcher = ADDRESS.matcher(line);
      if (matcher.find()) {
        return URI.create("https://" + matcher.group(1));
      }
      said.append(line).append('\n');
    }
    throw new IOException(name + " ended before it printed its address:\n" + said);
  }

  /** Starts the floor with the garbage collector and heap size of Listwatch's launcher. */
  static ServerProcess floor() throws IOException {
    return floor(FloorServer.class);
  }

  /** Starts the floor of writes, with its data in a directory. */
  static ServerProcess writingFloor(Path directory) throws IOException {
    return floor(WritingFloor.class, directory.toString());
  }

  private static ServerProcess floor(Class<?> main, String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                tool("java"),
                "@.build/java-options",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ServerProcess(FLOOR, command);
  }

  /**
   * Starts Listwatch as a user does.
   *
   * @param flags JVM flags that override the launcher's own
   */
  public static ServerProcess product(Scratch scratch, String storage, String... flags)
      throws IOException {
    return new ServerProcess(PRODUCT, command(scratch, storage), flags);
  }

  /**
   * Starts Listwatch with authorization that can also allow users who are not administrators.
   *
   * @param mode {@code AlwaysAllow} or {@code RBAC}
   */
  static ServerProcess forAllUsers(Scratch scratch, String storage, String mode)
      throws IOException {
    List<String> command = command(scratch, storage);
    command.add("--authorization-mode=" + mode);
    return new ServerProcess(PRODUCT, command);
  }

  /** Returns the command that starts Listwatch, to which options can be added. */
  static List<String> command(Scratch scratch, String storage) throws IOException {
    return new ArrayList<>(
        List.of(
            "./listwatch",
            "serve",
            "--port=0",
            "--data=" + scratch.resolve("data"),
            "--storage=" + storage,
            "--token-file=" + tokens(scratch)));
  }

  /** Writes the token file that makes the load an administrator, and has two other users. */
  static Path tokens(Scratch scratch) throws IOException {
    return Files.writeString(
        scratch.resolve("tokens.csv"),
        """
        %s,bench,bench,"system:masters"
        modest,modest,modest,"users"
        greedy,greedy,greedy,"users"
        """
            .formatted(TOKEN));
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  public String name() {
    return name;
  }

  /** True if the server sends objects on as it receives them. */
  boolean isFloor() {
    return name.equals(FLOOR);
  }

  public URI address() {
    return address;
  }

  /** Returns the user and kernel CPU time of all threads since the start. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /**
   * Waits until the server has finished the work of earlier requests: compilation, garbage
   * collection, controllers. Gives up after a minute.
   */
  void awaitIdle() {
    for (int i = 0; i < IDLE_LOOKS; i++) {
      long before = cpu().toNanos();
      LockSupport.parkNanos(IDLE_NANOS);
      if (cpu().toNanos() - before < IDLE_NANOS / 20) {
        return;
      }
    }
  }

  /**
   * Returns the resident memory: heap, native memory and code. Works only on systems with {@code
   * /proc}.
   */
  long residentBytes() {
    try (var status = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      String line = status.filter(each -> each.startsWith("VmRSS:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the size of the live objects in the heap, from the last line of a class histogram,
   * which runs a garbage collection first.
   */
  long liveHeapBytes() throws IOException {
    return liveHeapBytes(process.pid());
  }

  /** Returns the size of the live objects in the heap of a JVM. */
  static long liveHeapBytes(long pid) throws IOException {
    var histogram =
        new ProcessBuilder(tool("jcmd"), Long.toString(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    try (var lines = histogram.inputReader(UTF_8).lines()) {
      String total = lines.filter(line -> line.startsWith("Total")).findFirst().orElseThrow();
      return Long.parseLong(total.trim().replaceFirst(".*\\s", ""));
    }
  }

  private void destroy() {
    closing = true;
    process.destroy();
  }

  @Override
  public void close() {
    destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
