package io.listwatch.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The child process of a program that measures itself and prints its figures. */
final class ClientProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);

  /**
   * @param program has a main method
   */
  ClientProcess(Class<?> program, List<String> flags, List<String> settings) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    command.addAll(settings);
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    this.output = process.inputReader(UTF_8);
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "end-of-client"));
  }

  /** Waits until the program reports that it has reached a point. */
  void await(String point) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.equals(point)) {
        return;
      }
      take(line);
    }
    throw new IOException("the client ended before it was " + point);
  }

  /** Waits for the program's end and returns its figures. */
  Map<Figure, Double> figures() throws IOException, InterruptedException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      take(line);
    }
    if (process.waitFor() != 0) {
      throw new IOException("the client ended with " + process.exitValue());
    }
    return figures;
  }

  private void take(String line) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      figures.put(
          Figure.valueOf(line.substring(0, equals)),
          Double.parseDouble(line.substring(equals + 1)));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
