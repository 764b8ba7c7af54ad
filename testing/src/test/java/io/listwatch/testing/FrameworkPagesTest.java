package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The programs and settings of pages in docs/frameworks are those of the sample projects, which
 * {@code testing/target/it/run} runs.
 */
final class FrameworkPagesTest {
  private static final Path PROJECTS =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("src/it");

  @ParameterizedTest
  @CsvSource({
    "josdk.md, operator",
    "fabric8.md, fabric8-client",
    "official.md, official-client",
    "spring.md, spring-boot-3",
    "quarkus.md, quarkus-3-operator"
  })
  void everyBlockIsPartOfTheProject(String page, String project) throws IOException {
    List<String> sources = sources(project);

    assertThat(blocks(page)).hasSizeGreaterThanOrEqualTo(3);
    for (Block block : blocks(page)) {
      assertThat(sources)
          .as("%s:%d: a part of a file of %s", page, block.line(), project)
          .anyMatch(source -> source.contains(squeezed(block.content())));
    }
  }

  private static List<Block> blocks(String page) {
    return DocPage.of("docs/frameworks/" + page).blocks().stream()
        .filter(block -> block.runner().equals(FrameworkPagesTest.class.getSimpleName()))
        .toList();
  }

  /** Returns the files of a project and the POM that it inherits. */
  private static List<String> sources(String project) throws IOException {
    try (var files = Files.walk(PROJECTS.resolve(project))) {
      List<Path> found = files.filter(Files::isRegularFile).toList();
      return Stream.concat(found.stream(), Stream.of(PROJECTS.resolve("pom.xml")))
          .map(FrameworkPagesTest::read)
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return squeezed(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }
}
