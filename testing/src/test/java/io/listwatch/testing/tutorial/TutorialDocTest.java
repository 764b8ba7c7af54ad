package io.listwatch.testing.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/tutorial.md shows the files in the directory of this test, which are compiled and run. */
final class TutorialDocTest {
  private static final Path SOURCES = Path.of("src/test/java/io/listwatch/testing/tutorial");
  private static final Path RESOURCES = Path.of("src/test/resources/io/listwatch/testing/tutorial");

  @Test
  void showsTheFilesThatAreCompiledAndRun() throws IOException {
    List<String> shown =
        DocPage.of("docs/tutorial.md").blocks().stream()
            .filter(block -> block.runner().equals("TutorialDocTest"))
            .map(DocPage.Block::content)
            .toList();

    assertThat(shown)
        .containsExactly(
            Files.readString(RESOURCES.resolve("greetings.yaml")),
            withoutPackage("Greeting.java"),
            withoutPackage("GreetingController.java"),
            withoutPackage("GreetingControllerTest.java"));
  }

  private static String withoutPackage(String file) throws IOException {
    return Files.readString(SOURCES.resolve(file)).replaceFirst("package .*\n\n", "");
  }
}
