package io.listwatch.testing.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process started by a test, with its output. Closing it kills the process. */
final class Command implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 600;

  private final List<String> words;
  private final Process process;
  private final Output out;
  private final Output errors;

  private Command(List<String> words, Process process) {
    this.words = words;
    this.process = process;
    this.out = Output.of("output of " + words.get(0), process.getInputStream());
    this.errors = Output.of("errors of " + words.get(0), process.getErrorStream());
  }

  static Command start(List<String> words) {
    try {
      return new Command(words, new ProcessBuilder(words).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command that must succeed, and returns its standard output. */
  static String run(String... words) {
    return run(List.of(words));
  }

  static String run(List<String> words) {
    try (var command = start(words)) {
      int code = command.awaitEnd();
      if (code != 0) {
        throw new AssertionError(
            "%d from %s:\n%s".formatted(code, words, command.errors().awaitEnd()));
      }
      return command.out().awaitEnd();
    }
  }

  long pid() {
    return process.pid();
  }

  Output out() {
    return out;
  }

  Output errors() {
    return errors;
  }

  /**
   * Sends a signal.
   *
   * @param name without SIG, such as {@code TERM}
   */
  void signal(String name) {
    String done = run("kill", "-" + name, Long.toString(process.pid()));
    if (!done.isEmpty()) {
      throw new AssertionError(done);
    }
  }

  /** Waits for the process to end and returns its exit code. */
  int awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(
            "still running: %s\n%s\n%s".formatted(words, out.text(), errors.text()));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    // Waits, because the process could still write to a directory that the test deletes.
    process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }
}
