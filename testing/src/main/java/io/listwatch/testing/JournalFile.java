package io.listwatch.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Writes the journal of a failed test as a page into the build's directory. */
final class JournalFile {
  /** The property that names another directory; empty to write no pages. */
  private static final String DIRECTORY = "listwatch.journal.directory";

  /** Maximum number of files. A broken build fails every test: the first files are enough. */
  private static final int MAX_FILES = 100;

  private static final int MAX_NAME = 120;
  private static final Pattern INVOCATION = Pattern.compile("invocation:#(\\d+)");
  private static final AtomicInteger WRITTEN = new AtomicInteger();

  private JournalFile() {}

  /**
   * Returns the file; empty if the maximum number of files is reached, or the file could not be
   * written.
   */
  static Optional<Path> write(ExtensionContext context, TestServer server) {
    Path directory = directory();
    if (directory.toString().isEmpty() || WRITTEN.getAndIncrement() >= MAX_FILES) {
      return Optional.empty();
    }
    String failure = context.getExecutionException().map(Throwable::toString).orElse("");
    try {
      Path file = Files.createDirectories(directory).resolve(name(context)).toAbsolutePath();
      Files.writeString(file, server.report(title(context), failure));
      return Optional.of(file);
    } catch (IOException | RuntimeException problem) {
      // The test has failed already, and its journal is printed.
      System.err.println("The journal could not be written as a page: " + problem);
      return Optional.empty();
    }
  }

  /** Gradle builds in {@code build}, other tools in {@code target}. */
  private static Path directory() {
    boolean gradle = Files.isDirectory(Path.of("build")) && !Files.isDirectory(Path.of("target"));
    String usual = (gradle ? "build" : "target") + "/listwatch";
    return Path.of(System.getProperty(DIRECTORY, usual));
  }

  private static String title(ExtensionContext context) {
    return context.getRequiredTestClass().getSimpleName() + " · " + context.getDisplayName();
  }

  private static String name(ExtensionContext context) {
    Matcher repeated = INVOCATION.matcher(context.getUniqueId());
    String name =
        context.getRequiredTestClass().getName()
            + context.getTestMethod().map(method -> "." + method.getName()).orElse("")
            + (repeated.find() ? "-" + repeated.group(1) : "");
    String plain = name.replaceAll("[^A-Za-z0-9._$-]", "_");
    return plain.substring(Math.max(0, plain.length() - MAX_NAME)) + ".html";
  }
}
