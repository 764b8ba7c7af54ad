package io.listwatch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A page that users read, and the fenced blocks in it.
 *
 * <p>A block that shows something says so: its language is {@code text}. Any other is to be run,
 * and the line above it names the test that does: {@code <!-- run by SomeTest -->}.
 */
public record DocPage(Path file, String text) {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");

  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^(?:<!-- run by (\\w+) -->\\n)?```(\\w*)\\n(.*?)^```$");

  /** The README and the pages in docs and examples, in every language. */
  public static List<DocPage> all() {
    var pages = new ArrayList<DocPage>();
    for (Path directory : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("examples"))) {
      String glob = directory.equals(ROOT) ? "README*.md" : "*.md";
      try (var files = Files.newDirectoryStream(directory, glob)) {
        files.forEach(file -> pages.add(read(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return pages;
  }

  /** A page by its path in the project. */
  public static DocPage of(String path) {
    return read(ROOT.resolve(path));
  }

  private static DocPage read(Path file) {
    try {
      return new DocPage(file, Files.readString(file).replace("\r\n", "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its path in the project. */
  public String name() {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  public List<Block> blocks() {
    return BLOCK
        .matcher(text)
        .results()
        .map(
            found ->
                new Block(
                    (int) text.substring(0, found.start()).lines().count() + 1,
                    found.group(1) == null ? "" : found.group(1),
                    found.group(2),
                    found.group(3)))
        .toList();
  }

  /** What a test by this name is to run here, line by line. */
  public List<String> commands(Class<?> test) {
    return blocks().stream()
        .filter(block -> block.runner().equals(test.getSimpleName()))
        .filter(block -> block.language().equals("sh"))
        .flatMap(block -> block.content().lines())
        .toList();
  }

  /**
   * A fenced block.
   *
   * @param line where it begins
   * @param runner the simple name of the test that runs it; empty if the page names none
   */
  public record Block(int line, String runner, String language, String content) {
    /** Whether it only shows something. */
    boolean shows() {
      return language.equals("text");
    }
  }
}
