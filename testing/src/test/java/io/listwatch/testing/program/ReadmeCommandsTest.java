package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of README.md and its first informer. {@code ./listwatch} runs from the class
 * path of the tests instead of being built again, and {@code ./verify}, which runs this test, is
 * only called with --help. {@code .build/first-hour} runs the commands as a user does, after a full
 * build.
 */
final class ReadmeCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @Test
  void verifyPrintsItsHelp() {
    assertThat(words("./verify")).isNotEmpty();

    assertThat(Command.run(ROOT.resolve("verify").toString(), "--help")).contains("./verify");
  }

  @Test
  @Tag("kubectl")
  void serverStartsAndKubectlReads(@TempDir Path data) {
    List<String> serve = words("./listwatch").get(0);

    assertThat(serve).startsWith("./listwatch", "serve");
    try (var program = Program.serve(data, serve.subList(2, serve.size()).toArray(String[]::new))) {
      List<String> outputs =
          words("kubectl").stream().map(command -> Command.run(here(command, program))).toList();

      assertThat(outputs.get(0)).contains("default", "kube-system");
      assertThat(outputs.get(1)).contains("namespace/hello created");
      assertThat(outputs.get(outputs.size() - 1)).contains("namespace \"hello\" deleted");
    }
  }

  /** Replaces the data directory by that of the test, and removes the wait for changes. */
  private static String[] here(List<String> command, Program program) {
    return command.stream()
        .filter(word -> !word.equals("--watch"))
        .map(word -> word.replace("listwatch-data/kubeconfig", program.kubeconfig().toString()))
        .toArray(String[]::new);
  }

  @Test
  void firstInformerCompilesAndSeesPods(@TempDir Path directory) throws IOException {
    String source =
        DocPage.of("README.md").blocks().stream()
            .filter(block -> block.runner().equals("ReadmeCommandsTest"))
            .filter(block -> block.language().equals("java"))
            .map(DocPage.Block::content)
            .collect(Collectors.joining());
    Path file = Files.writeString(directory.resolve("FirstInformer.java"), source);

    try (var program = Program.serve(directory.resolve("data"), "--demo")) {
      assertThat(
              Command.run(
                  "env",
                  "KUBECONFIG=" + program.kubeconfig(),
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  file.toString()))
          .contains("look at default/zx-vpa-786d4b8bb5-");
    }
  }

  /** Returns the commands that begin with this word, split into words, without their comments. */
  private static List<List<String>> words(String first) {
    return DocPage.of("README.md").commands(ReadmeCommandsTest.class).stream()
        .map(line -> line.replaceAll(" +#.*", ""))
        .filter(line -> line.startsWith(first))
        .map(line -> List.of(line.split(" ")))
        .toList();
  }
}
