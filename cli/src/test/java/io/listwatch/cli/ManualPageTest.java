package io.listwatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

final class ManualPageTest {
  private final CommandLine program = Listwatch.commandLine();

  private CommandLine command(String name) {
    return Objects.requireNonNull(program.getSubcommands().get(name));
  }

  private String page(String command) {
    return new ManualPage(command(command)).roff();
  }

  @Test
  void listsEveryOptionOfTheHelp() {
    String page = page("serve").replace("\\-", "-");
    List<OptionSpec> options = command("serve").getCommandSpec().options();

    assertThat(options).hasSizeGreaterThan(50);
    assertThat(options)
        .filteredOn(each -> !each.hidden())
        .allSatisfy(each -> assertThat(page).contains(each.longestName()));
    assertThat(options)
        .filteredOn(OptionSpec::hidden)
        .allSatisfy(each -> assertThat(page).doesNotContain(".B " + each.longestName()));
  }

  @Test
  void showsGroupsAndDefaultValues() {
    assertThat(page("serve").replace("\\-", "-"))
        .contains(".SH \"Tokens of OpenID Connect\"")
        .doesNotContain("${", "%n");
  }

  @Test
  void escapesLinesThatLookLikeRoffRequests() {
    assertThat(page("serve").lines().filter(line -> line.startsWith(".")))
        .allMatch(line -> line.matches("\\.(TH|SH|TP|B|BR|PP)( .*)?"));
  }

  @Test
  void writesAPageForEveryCommand(@TempDir Path directory) throws IOException {
    int result = program.execute("manual", "--directory", directory.toString());

    assertThat(result).isZero();
    try (Stream<Path> pages = Files.list(directory)) {
      assertThat(pages.map(each -> each.getFileName().toString()))
          .contains(
              "listwatch.1",
              "listwatch-serve.1",
              "listwatch-authority-check.1",
              "listwatch-manual.1");
    }
  }
}
