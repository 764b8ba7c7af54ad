package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./listwatch} of a built clone, with a fake Java that prints its arguments. */
final class LauncherTest {
  private static final Path CLONE = Path.of("..");

  /** Prints its process id and arguments, and writes the archive that its options name. */
  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      echo $$
      for each; do
        echo "<$each>"
        case $each in
          -XX:ArchiveClassesAtExit=* | -XX:AOTCache=*/rehearsal.*) echo made > "${each#*=}" ;;
        esac
      done
      """;

  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void build() throws IOException {
    for (String file :
        List.of(
            "listwatch",
            ".build/checks.sh",
            ".build/java-options",
            "cli/src/main/dist/bin/listwatch")) {
      Path copy = directory.resolve(file);
      Files.createDirectories(copy.resolveSibling(""));
      Files.copy(CLONE.resolve(file), copy);
    }
    Path lib = Files.createDirectories(directory.resolve("cli/target/lib"));
    Files.copy(CLONE.resolve(".build/java-options"), lib.resolve("java-options"));
    Files.createFile(directory.resolve("cli/target/built"));
    installJava("17.0.1");
  }

  private void installJava(String version) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("java/bin"));
    Path java = bin.resolve("java");
    Files.writeString(java, FAKE_JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(directory.resolve("java/release"), "JAVA_VERSION=\"" + version + "\"\n");
  }

  private Command launch(String... arguments) {
    var words = new ArrayList<>(List.of("env", "JAVA_HOME=" + directory.resolve("java")));
    words.add("LISTWATCH_JAVA_OPTIONS=-Xmx2g -Dmine=1");
    words.addAll(List.of("sh", "-c", "echo $$; exec \"$0\" \"$@\""));
    words.add(directory.resolve("listwatch").toString());
    words.addAll(List.of(arguments));
    return Command.start(words);
  }

  @Test
  void passesArgumentsUnchanged() {
    try (var command = launch("copy", "one  two", "", "*", "--to-data=$HOME")) {
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();

      assertThat(command.out().awaitEnd())
          .endsWith("<io.listwatch.cli.Listwatch>\n<copy>\n<one  two>\n<>\n<*>\n<--to-data=$HOME>");
    }
  }

  @Test
  void userOptionsComeAfterTheProgramsOwn() {
    try (var command = launch("version")) {
      assertThat(command.awaitEnd()).isZero();

      assertThat(command.out().awaitEnd())
          .containsSubsequence("/cli/target/lib/java-options>", "<-Xmx2g>\n<-Dmine=1>", "<-cp>");
    }
  }

  @Test
  void serveArchivesClassesOnJava17() {
    try (var command = launch("serve")) {
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();

      assertThat(command.out().awaitEnd())
          .contains("<-XX:SharedArchiveFile=", "/cli/target/java-17.0.1.jsa>")
          .doesNotContain("AOT", "rehears");
    }
  }

  @Test
  void serveCachesProfilesOnJava25() throws IOException {
    installJava("25.0.1");

    try (var command = launch("serve")) {
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();

      assertThat(command.errors().awaitEnd()).isEqualTo("listwatch: preparing, once");
      assertThat(command.out().awaitEnd())
          .contains("<-XX:AOTCache=", "/cli/target/java-25.0.1.aot>")
          .doesNotContain("SharedArchiveFile", "rehears");
    }
  }

  @Test
  void prepareEndsWithoutServing() throws IOException {
    installJava("25.0.1");

    try (var command = launch("prepare")) {
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();

      assertThat(command.errors().awaitEnd()).isEqualTo("listwatch: preparing, once");
      assertThat(directory.resolve("cli/target/java-25.0.1.aot")).exists();
      assertThat(command.out().awaitEnd()).doesNotContain("<serve>");
    }
  }

  @Test
  void javaOfTheArchiveWinsOverJavaHome() throws IOException {
    installJava("11.0.2");
    Path bundled = Files.createDirectories(directory.resolve("cli/target/java/bin"));
    Files.writeString(directory.resolve("cli/target/java/release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.writeString(bundled.resolve("java"), FAKE_JAVA);
    assertThat(bundled.resolve("java").toFile().setExecutable(true)).isTrue();

    try (var command = launch("version")) {
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();
    }
  }

  /** Directories list their files in any order, and a cache is valid for one order only. */
  @Test
  void classPathIsSorted() throws IOException {
    for (String jar : List.of("b", "C", "a")) {
      Files.createFile(directory.resolve("cli/target/lib/" + jar + ".jar"));
    }

    try (var command = launch("version")) {
      assertThat(command.awaitEnd()).isZero();
      assertThat(command.out().awaitEnd()).containsPattern("/C\\.jar:[^:]*/a\\.jar:[^:]*/b\\.jar>");
    }
  }

  /** A signal for the script must reach the program. */
  @Test
  void scriptExecsTheProgram() {
    try (var command = launch("version")) {
      assertThat(command.awaitEnd()).isZero();

      List<String> lines = command.out().awaitEnd().lines().toList();
      assertThat(lines.get(1)).as("the process of Java").isEqualTo(lines.get(0));
    }
  }

  @Test
  void rejectsOlderJavaWithOneLine() throws IOException {
    installJava("11.0.2");

    try (var command = launch("version")) {
      assertThat(command.awaitEnd()).isEqualTo(1);
      assertThat(command.errors().awaitEnd())
          .startsWith("listwatch: ")
          .endsWith("is of version 11.0.2; 17 or later is needed");
    }
  }

  @Test
  void reportsMissingJava() throws IOException {
    Files.delete(directory.resolve("java/bin/java"));

    try (var command = launch("version")) {
      assertThat(command.awaitEnd()).isEqualTo(1);
      assertThat(command.errors().awaitEnd()).startsWith("listwatch: JAVA_HOME is ");
    }
  }
}
