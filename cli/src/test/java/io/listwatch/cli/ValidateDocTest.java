package io.listwatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.ApplyOptions;
import io.listwatch.objects.Kinds;
import io.listwatch.objects.Manifest;
import io.listwatch.objects.PatchType;
import io.listwatch.objects.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands and the program on docs/validate.md. */
final class ValidateDocTest {
  private static final Path PAGE = Path.of("..", "docs", "validate.md");
  private static final Path THIS = Path.of("src/test/java/io/listwatch/cli/ValidateDocTest.java");
  private static final Pattern FILE = Pattern.compile("(?s)```yaml\n(# (\\S+)\n.*?)```");
  private static final Pattern COMMAND =
      Pattern.compile("(?s)```sh\nlistwatch ([^\n]*)\n```\n\n```text\n(.*?)```");
  private static final Pattern PROGRAM = Pattern.compile("(?s)```java\n(.*?)```");

  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void writeFiles() throws IOException {
    for (MatchResult file : found(FILE)) {
      Files.writeString(directory.resolve(file.group(2)), file.group(1));
    }
  }

  private static List<MatchResult> found(Pattern pattern) throws IOException {
    return pattern.matcher(Files.readString(PAGE)).results().toList();
  }

  @Test
  void commandsPrintOutputOnPage() throws IOException {
    List<MatchResult> commands = found(COMMAND);

    assertThat(commands).hasSize(2);
    for (MatchResult command : commands) {
      var out = new StringWriter();
      String[] arguments =
          Arrays.stream(command.group(1).split(" ", -1))
              .map(each -> each.endsWith(".yaml") ? directory.resolve(each).toString() : each)
              .toArray(String[]::new);
      int code = Listwatch.commandLine().setOut(new PrintWriter(out, true)).execute(arguments);

      assertThat(code).isEqualTo(1);
      assertThat(out.toString().replace(directory + "/", "")).isEqualTo(command.group(2));
    }
  }

  @Test
  void programMatchesPage() throws IOException {
    List<MatchResult> programs = found(PROGRAM);

    assertThat(programs).hasSize(1);
    assertThat(squeezed(Files.readString(THIS))).contains(squeezed(programs.get(0).group(1)));
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void programRuns() throws IOException {
    String definition = Files.readString(directory.resolve("crd.yaml"));
    String yaml = Files.readString(directory.resolve("objects.yaml")).split("---", 2)[0];
    // Start of the program in the docs.
    Kinds kinds = Kinds.builtIn().with(Manifest.of(definition));

    Manifest backup = Manifest.of(yaml);
    for (Problem problem : kinds.validate(backup)) {
      System.out.println(problem.line() + ": " + problem);
    }

    Manifest complete = kinds.withDefaults(backup);
    Manifest patched = kinds.patch(complete, PatchType.MERGE, "{\"spec\": {\"keep\": 0}}");
    List<Problem> ofTheChange = kinds.validateUpdate(complete, patched);

    var deployer = new ApplyOptions("deployer", false, Instant.now());
    Manifest applied = kinds.apply(null, backup, deployer);
    // End of the program in the docs.
    assertThat(complete.json()).contains("\"keep\":7");
    assertThat(ofTheChange).extracting(Problem::field).contains("spec.keep");
    assertThat(applied.json()).contains("\"manager\":\"deployer\"");
  }
}
