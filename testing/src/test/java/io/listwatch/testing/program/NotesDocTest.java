package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/notes.md that need a server in another terminal. */
@Tag("curl")
final class NotesDocTest {
  private static final String SERVE = "./listwatch serve --http-port 8001 ";

  @Test
  void everyCurlCommandReturnsObjects(@TempDir Path data) {
    List<String> commands = DocPage.of("docs/notes.md").commands(NotesDocTest.class);

    assertThat(commands).hasSizeGreaterThan(2);
    assertThat(commands.get(0)).startsWith(SERVE);
    String[] options = commands.get(0).substring(SERVE.length()).split(" ");
    try (var program = Program.serve(data, options)) {
      for (String command : commands.subList(1, commands.size())) {
        assertThat(command).contains("http://127.0.0.1:8001/");
        String here = command.replace("http://127.0.0.1:8001", program.plain().toString());
        assertThat(Command.run("bash", "-c", here))
            .as(command)
            .contains("\"kind\":")
            .doesNotContain("\"Failure\"");
      }
    }
  }
}
