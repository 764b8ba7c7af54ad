package io.listwatch.testing.program;

import io.listwatch.cli.Listwatch;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** {@code listwatch serve} as a process, on free ports, from the class path of the tests. */
final class Program implements AutoCloseable {
  private static final String READY = "ready at (https://\\S+:\\d+)\\. Try:";
  private static final String PLAIN = "curl -N '(http://127\\.0\\.0\\.1:\\d+)/";

  private final Path data;
  private final Command command;
  private final URI secure;
  private final URI plain;

  private Program(Path data, Command command) {
    this.data = data;
    this.command = command;
    this.secure = URI.create(command.out().await(READY).group(1));
    this.plain = URI.create(command.out().await(PLAIN).group(1));
  }

  /** Starts a server on free ports and waits until it is ready. */
  static Program serve(Path data, String... options) {
    return serveOn(data, 0, 0, options);
  }

  /**
   * Starts a server on given ports, such as those of an earlier one, and waits until it is ready.
   */
  static Program serveOn(Path data, int port, int plainPort, String... options) {
    var words = new ArrayList<>(List.of("serve", "--data", data.toString()));
    words.addAll(List.of("--port", String.valueOf(port)));
    words.addAll(List.of("--http-port", String.valueOf(plainPort)));
    words.addAll(List.of(options));
    Command command = start(words.toArray(String[]::new));
    try {
      return new Program(data, command);
    } catch (AssertionError failure) {
      command.close();
      throw new AssertionError(command.errors().text(), failure);
    }
  }

  static Command start(String... arguments) {
    var words = words();
    words.addAll(List.of(arguments));
    return Command.start(words);
  }

  /**
   * Writes a {@code listwatch} script into a directory, for shells that have the directory on their
   * path.
   */
  static void putInto(Path directory) {
    String quoted = words().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    Path script = directory.resolve("listwatch");
    try {
      Files.writeString(script, "#!/bin/sh\nexec " + quoted + " \"$@\"\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!script.toFile().setExecutable(true)) {
      throw new AssertionError(script);
    }
  }

  /** Returns the words that every command begins with. */
  private static List<String> words() {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The program starts often and runs briefly, so compilation should be quick.
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    // The launcher sets this too: newer Java versions warn of libraries that use native code.
    words.add("-XX:+IgnoreUnrecognizedVMOptions");
    words.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    words.addAll(List.of("-cp", classPath()));
    words.add(Listwatch.class.getName());
    return words;
  }

  /**
   * Returns the class path of the tests without their silent log, because the program has its own.
   */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(each -> !each.contains("slf4j-nop"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  Path data() {
    return data;
  }

  URI secure() {
    return secure;
  }

  /** Returns the address without TLS. */
  URI plain() {
    return plain;
  }

  Path kubeconfig() {
    return data.resolve("kubeconfig");
  }

  Command command() {
    return command;
  }

  /** Kills the process without warning. */
  void kill() {
    command.signal("KILL");
    int code = command.awaitEnd();
    if (code == 0) {
      throw new AssertionError("it had ended before");
    }
  }

  /** Starts another server on the same data and ports. This one must have ended. */
  Program again(String... options) {
    return serveOn(data, secure.getPort(), plain.getPort(), options);
  }

  @Override
  public void close() {
    command.close();
  }
}
