package io.listwatch.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every command in examples/*.md and docs/notes.md names an existing example, and {@link
 * ExamplesTest} runs each example.
 */
final class ExamplePagesTest {
  private static final Path HERE = Path.of("").toAbsolutePath();
  private static final Path TESTS = HERE.resolve("src/test/java/io/listwatch/examples");
  private static final Pattern COMMAND = Pattern.compile("(?m)^examples/run (\\S+)( --trace)?$");
  private static final Pattern MENTION = Pattern.compile("`examples/run (\\S+)( --trace)?`");

  @Test
  void everyExampleHasAPageWithItsCommand() throws IOException {
    for (String name : Examples.all().keySet()) {
      assertThat(found(COMMAND, HERE.resolve(name + ".md"))).as(name).containsOnly(name);
    }
  }

  @Test
  void everyCommandNamesAnExample() throws IOException {
    assertThat(Examples.all().keySet())
        .containsAll(found(COMMAND, HERE.resolve("README.md")))
        .containsAll(found(COMMAND, HERE.resolve("../docs/notes.md")))
        .containsAll(found(MENTION, HERE.resolve("../docs/notes.md")));
  }

  @Test
  void everyExampleIsTested() throws IOException {
    Pattern played = Pattern.compile("Play\\.of\\(\"(\\w+)\"\\)");

    assertThat(found(played, TESTS.resolve("ExamplesTest.java")))
        .isEqualTo(Examples.all().keySet());
  }

  @Test
  void everyTracedExampleIsTestedWithTrace() throws IOException {
    Pattern command = Pattern.compile("(?m)^examples/run (\\S+) --trace$");
    Pattern played = Pattern.compile("Play\\.of\\(\"(\\w+)\"\\)[^;]*\\.traced\\(\\)");
    Set<String> traced = found(played, TESTS.resolve("ExamplesTest.java"));

    for (String page : List.of("README.md", "controller.md", "resume.md", "../docs/notes.md")) {
      assertThat(traced).as(page).containsAll(found(command, HERE.resolve(page)));
    }
  }

  @Test
  void everyExampleIsInTheHelp() throws IOException {
    assertThat(found(Pattern.compile("(?m)^  (\\w+) {2,}\\w"), HERE.resolve("run")))
        .containsAll(Examples.all().keySet());
  }

  @Test
  void controllerMatchesItsPageAndHasThirtyLines() throws IOException {
    String source =
        Files.readString(
            HERE.resolve("src/main/java/io/listwatch/examples/GreetingController.java"));
    String printed =
        Pattern.compile("(?s)```java\n(.*?)```")
            .matcher(Files.readString(HERE.resolve("controller.md")))
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);

    assertThat(squeezed(source)).contains(squeezed(printed));
    assertThat(List.of(printed.split("\n"))).hasSizeLessThanOrEqualTo(30);
  }

  @Test
  void operatorMatchesItsPageAndIsShort() throws IOException {
    String source =
        Files.readString(HERE.resolve("src/main/java/io/listwatch/examples/GardenOperator.java"));
    String printed =
        Pattern.compile("(?s)```java\n(.*?)```")
            .matcher(Files.readString(HERE.resolve("operator.md")))
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);

    assertThat(squeezed(source)).contains(squeezed(printed));
    assertThat(source.lines().filter(line -> !line.isBlank() && !line.startsWith("import ")))
        .hasSizeLessThanOrEqualTo(150);
  }

  private static Set<String> found(Pattern pattern, Path file) throws IOException {
    var names = new TreeSet<String>();
    pattern.matcher(Files.readString(file)).results().forEach(each -> names.add(each.group(1)));
    assertThat(names).as(file + " has some").isNotEmpty();
    return names;
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }
}
