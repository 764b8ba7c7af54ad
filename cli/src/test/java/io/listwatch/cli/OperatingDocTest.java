package io.listwatch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The commands that docs/operating.md shows are commands of the program. */
final class OperatingDocTest {
  private static final Path PAGE = Path.of("..", "docs", "operating.md");
  private static final Pattern COMMAND =
      Pattern.compile("^(?:source <\\()?listwatch ([^)\n]+)\\)?$", Pattern.MULTILINE);

  @Test
  void everyCommandIsUnderstood() throws IOException {
    List<String> commands =
        COMMAND.matcher(Files.readString(PAGE)).results().map(each -> each.group(1)).toList();

    assertThat(commands).hasSizeGreaterThan(8);
    for (String each : commands) {
      assertThatCode(() -> Listwatch.commandLine().parseArgs(each.split(" ")))
          .as(each)
          .doesNotThrowAnyException();
    }
  }

  /** A link to a heading that is not there leads nowhere, and nobody is told. */
  @Test
  void everyLinkWithinThePageLeadsSomewhere() throws IOException {
    String page = Files.readString(PAGE);
    List<String> headings =
        Pattern.compile("^#+ (.*)$", Pattern.MULTILINE)
            .matcher(page)
            .results()
            .map(each -> each.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'))
            .toList();

    assertThat(Pattern.compile("\\(#([^)]+)\\)").matcher(page).results())
        .isNotEmpty()
        .allSatisfy(link -> assertThat(headings).contains(link.group(1)));
  }
}
