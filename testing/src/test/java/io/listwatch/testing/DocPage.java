package io.listwatch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page of the documentation and its fenced code blocks.
 *
 * <p>A block with the language {@code text} only shows something. Every other block must be run:
 * the line above it names a test, or a script that {@code ./verify} calls, as in {@code <!-- run by
 * SomeTest -->}.
 */
public record DocPage(Path file, String text) {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");

  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^(?:<!-- run by ([\\w./-]+) -->\\n)?```(\\w*)\\n(.*?)^```$");

  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  /** Returns the README, RELEASING and the pages in docs and examples, in every language. */
  public static List<DocPage> all() {
    var pages = new ArrayList<DocPage>();
    for (String name : List.of("", "docs", "docs/frameworks", "examples")) {
      Path directory = ROOT.resolve(name);
      String glob = name.isEmpty() ? "{README*,RELEASING}.md" : "*.md";
      try (var files = Files.newDirectoryStream(directory, glob)) {
        files.forEach(file -> pages.add(read(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return pages;
  }

  /** Reads a page by its path in the project. */
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

  /** Returns the page's path in the project. */
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
                    orEmpty(found.group(1)),
                    found.group(2),
                    found.group(3)))
        .toList();
  }

  private static String orEmpty(@Nullable String group) {
    return group == null ? "" : group;
  }

  /** Returns the headings of the sections that have commands for a test. */
  public List<String> headings(Class<?> test) {
    return HEADING
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(each -> !section(each).commands(test).isEmpty())
        .toList();
  }

  /** Returns the part of the page below a heading, up to the next one. */
  public DocPage section(String heading) {
    List<MatchResult> all = HEADING.matcher(text).results().toList();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).group(1).equals(heading)) {
        int end = i + 1 < all.size() ? all.get(i + 1).start() : text.length();
        return new DocPage(file, text.substring(all.get(i).end(), end));
      }
    }
    throw new AssertionError("%s: no heading %s".formatted(name(), heading));
  }

  /** Returns the lines that this test must run. */
  public List<String> commands(Class<?> test) {
    return blocks().stream()
        .filter(block -> block.runner().equals(test.getSimpleName()))
        .filter(block -> block.language().equals("sh"))
        .flatMap(block -> block.content().lines())
        .toList();
  }

  /**
   * A fenced code block.
   *
   * @param line its first line in the page
   * @param runner the simple name of the test that runs it, or a script; empty if the page names
   *     none
   */
  public record Block(int line, String runner, String language, String content) {
    /** True if the block is not meant to be run. */
    boolean shows() {
      return language.equals("text");
    }
  }
}
