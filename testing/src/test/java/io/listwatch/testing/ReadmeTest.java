package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks the README's dependency snippet. {@code ReadmeCommandsTest} runs its commands and its
 * first informer.
 */
final class ReadmeTest {
  @Test
  void dependencySnippetMatchesTheBom() throws IOException {
    String bom = Files.readString(Path.of("..", "bom", "pom.xml"));
    String xml =
        DocPage.of("README.md").blocks().stream()
            .filter(block -> block.language().equals("xml"))
            .findFirst()
            .orElseThrow()
            .content();

    assertThat(bom).contains("<artifactId>listwatch-bom</artifactId>");
    assertThat(Pattern.compile("<artifactId>(.*?)</artifactId>").matcher(xml).results())
        .isNotEmpty()
        .allMatch(found -> bom.contains(found.group()));
    assertThat(Pattern.compile("<version>(.*?)</version>").matcher(xml).results())
        .isNotEmpty()
        .allMatch(found -> bom.contains(found.group()));
  }
}
