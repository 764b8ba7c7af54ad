package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shell completion of commands and options, installed as docs/operating.md describes. */
final class CompletionTest {
  /** Types into a zsh with a terminal, and waits until it shows the completed words. */
  private static final String TYPE_INTO_ZSH =
      """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "$1; print read\\$((1 + 1))"
      zpty -r shell shown '*read2*'
      zpty -n -w shell $'listwatch ser\\t--history-m\\t'
      zpty -r shell shown '*serve*--history-minutes*'
      """;

  /**
   * Registers a user's own completion for another command, and prints it after ours is installed.
   */
  private static final String COMPLETE_LS =
      """
      autoload -Uz compinit && compinit -D && compdef _ls list
      eval "$1"
      print -r -- $_comps[list]
      """;

  private final Path directory;

  CompletionTest(@TempDir Path directory) {
    this.directory = directory;
    Program.putInto(directory);
  }

  @Test
  void completesInBash() {
    String ask =
        "%s; COMP_WORDS=(listwatch serve --history-m) COMP_CWORD=2; _complete_listwatch; echo"
            + " \"${COMPREPLY[*]}\"";

    assertThat(run("bash", "-c", ask.formatted(line("bash")))).isEqualTo("--history-minutes");
  }

  @Test
  @Tag("zsh")
  void completesInZsh() {
    assertThat(run(zsh(), "-f", "-c", TYPE_INTO_ZSH, "zsh", line("zsh"))).isEmpty();
  }

  @Test
  @Tag("zsh")
  void keepsOtherCompletionsOfZsh() {
    assertThat(run(zsh(), "-f", "-c", COMPLETE_LS, "zsh", line("zsh"))).isEqualTo("_ls");
  }

  private static String zsh() {
    return ThirdPartyProgram.find("zsh", "apt-get install zsh");
  }

  private static String line(String shell) {
    List<String> lines = DocPage.of("docs/operating.md").commands(CompletionTest.class);
    return lines.stream().filter(each -> each.contains(shell)).findFirst().orElseThrow();
  }

  /** Runs a shell with the program on its path and a writable home directory. */
  private String run(String... words) {
    var all = List.of("env", "PATH=" + directory + ":" + System.getenv("PATH"));
    var home = List.of("HOME=" + directory, "ZDOTDIR=" + directory);
    return Command.run(Stream.of(all, home, List.of(words)).flatMap(List::stream).toList());
  }
}
