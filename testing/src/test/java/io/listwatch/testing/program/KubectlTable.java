package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table of kubectl commands and their expected output, run with old and new versions of kubectl.
 * A line is a command, one of these signs, and the expected output. {@code {v}} stands for a word
 * that differs between kubectl versions, for names in their common server.
 *
 * <pre>
 *   create namespace x   =  exactly this              get pods  ~  a matching regular expression
 *   get pod none         !  part of the error output
 * </pre>
 */
@Tag("kubectl")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KubectlTable {
  private static final Pattern LINE = Pattern.compile("(.*?) +([=~!]) (.*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private TestServer server;
  private Path directory;

  /** Returns the lines, in the order in which they run. */
  protected abstract String table();

  @BeforeAll
  final void start(@TempDir Path temporary) throws IOException {
    server = serve();
    directory = temporary;
    Files.writeString(directory.resolve("kubeconfig"), server.kubeconfig());
    prepare(directory);
  }

  /** Starts the server that all versions of kubectl share. */
  protected TestServer serve() {
    return TestServer.builder().tls().start();
  }

  /** Writes the files for the commands. {@code {dir}} in a command is their directory. */
  protected void prepare(Path temporary) throws IOException {}

  @AfterAll
  final void end() {
    server.close();
  }

  /** Returns the newest kubectl, for tests that do not fit into a line. */
  protected final Kubectl newest() {
    List<Path> programs = List.copyOf(Kubectls.chosen().values());
    Path program = programs.get(programs.size() - 1);
    return new Kubectl(program.toString(), directory.resolve("kubeconfig"), directory);
  }

  @TestFactory
  Stream<DynamicContainer> everyKubectlPrintsTheExpectedOutput() {
    Map<Integer, Path> chosen = Kubectls.chosen();
    System.out.println("kubectl: " + chosen);
    return chosen.entrySet().stream()
        .map(each -> dynamicContainer("1." + each.getKey(), lines(each.getKey(), each.getValue())));
  }

  private Stream<DynamicTest> lines(int minor, Path program) {
    var kubectl = new Kubectl(program.toString(), directory.resolve("kubeconfig"), directory);
    String word = "v" + minor;
    String made = "create namespace %s = namespace/%s created".formatted(word, word);
    return Stream.concat(Stream.of(made), table().lines())
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.replace("{v}", word).replace("{dir}", directory.toString()))
        .map(line -> dynamicTest(line, () -> check(kubectl, word, line)));
  }

  private static void check(Kubectl kubectl, String namespace, String line) {
    Matcher parts = LINE.matcher(line);
    assertThat(parts.matches()).as(line).isTrue();
    var words = new ArrayList<>(List.of("-n", namespace));
    WORD.matcher(parts.group(1))
        .results()
        .forEach(word -> words.add(word.group(1) == null ? word.group(2) : word.group(1)));
    String[] command = words.toArray(String[]::new);
    String expected = parts.group(3);
    switch (parts.group(2)) {
      case "=" -> assertThat(kubectl.run(command)).isEqualTo(expected);
      case "~" -> assertThat(kubectl.run(command)).containsPattern("(?m)" + expected);
      default -> assertThat(kubectl.failWithAllOutput(command)).contains(expected);
    }
  }
}
