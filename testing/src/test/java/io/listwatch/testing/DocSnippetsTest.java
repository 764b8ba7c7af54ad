package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every command and program in the documentation is run by the test named above it (see {@link
 * DocPage}), or has the language {@code text}.
 */
final class DocSnippetsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("");

  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)`");

  private static final Pattern BENCHMARK = Pattern.compile("(?m)^    bench/run (\\w+)");

  /** A line that starts as a command does. */
  private static final Pattern TYPED =
      Pattern.compile(
          "(?m)^(\\$ (?:listwatch|kubectl)"
              + "|listwatch|\\./\\w+|examples/run|bench/run|kubectl|etcdctl|curl|mvn|java|go|bash|docker|podman|export|source|ln|mv|cd|echo)"
              + " .*");

  @Test
  void everyBlockIsRunByATestOrIsText() throws IOException {
    Map<String, String> tests = runners();
    for (DocPage page : DocPage.all()) {
      for (Block block : page.blocks()) {
        if (!block.shows()) {
          String place = page.name() + ":" + block.line();
          assertThat(tests)
              .as(
                  "%s: name the test that runs the block in a line <!-- run by SomeTest --> above"
                      + " it, or begin a block that is not run with ```text",
                  place)
              .containsKey(block.runner());
          assertThat(runs(tests.getOrDefault(block.runner(), ""), page, block))
              .as(
                  "%s: %s reads %s, or has this block in its own source",
                  place, block.runner(), page.name())
              .isTrue();
        }
      }
    }
  }

  @Test
  void textBlocksContainNoCommands() {
    for (DocPage page : DocPage.all()) {
      for (Block block : page.blocks()) {
        if (block.shows()) {
          assertThat(block.content())
              .as(
                  "%s:%d has a command: begin the block with ```sh and name the test that runs it",
                  page.name(), block.line())
              .doesNotContainPattern(TYPED);
        }
      }
    }
  }

  @Test
  void everyNamedBenchmarkExists() throws IOException {
    String run = Files.readString(ROOT.resolve("bench/run"));
    List<String> names =
        BENCHMARK
            .matcher(DocPage.of("docs/benchmarks.md").text())
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(names).hasSizeGreaterThan(10).allMatch(name -> run.contains("\n  " + name + ") "));
  }

  @Test
  void everyNamedTestExists() throws IOException {
    Map<String, String> tests = runners();
    for (DocPage page : DocPage.all()) {
      NAMED
          .matcher(page.text())
          .results()
          .forEach(found -> assertThat(tests).as(page.name()).containsKey(found.group(1)));
    }
  }

  /** True if the test reads the page, or contains the block in its own source. */
  private static boolean runs(String source, DocPage page, Block block) {
    Path file = page.file();
    String english = file.getFileName().toString().replace(".zh.md", ".md");
    return source.contains(english)
        || source.contains(file.resolveSibling("").getFileName() + "/*.md")
        || squeezed(source).contains(squeezed(block.content()));
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  /**
   * Returns the source of every test by its simple name, and of every script that ./verify calls.
   */
  private static Map<String, String> runners() throws IOException {
    var sources = new HashMap<String, String>();
    String verify = Files.readString(ROOT.resolve("verify"));
    try (var scripts = Files.newDirectoryStream(ROOT.resolve(".build"), Files::isExecutable)) {
      for (Path script : scripts) {
        String name = ".build/" + script.getFileName();
        if (Pattern.compile("(?m)^ +phase '[^']*' " + Pattern.quote(name) + " ")
            .matcher(verify)
            .find()) {
          sources.put(name, Files.readString(script));
        }
      }
    }
    try (var modules = Files.newDirectoryStream(ROOT, Files::isDirectory)) {
      for (Path module : modules) {
        Path root = module.resolve("src/test/java");
        if (Files.isDirectory(root)) {
          try (var files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
              String name = file.getFileName().toString().replace(".java", "");
              sources.merge(name, Files.readString(file), String::concat);
            }
          }
        }
      }
    }
    return sources;
  }
}
