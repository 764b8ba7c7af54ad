package io.listwatch.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the shell completion script. */
@Command(
    name = "completion",
    description = {
      "Prints a shell script that completes commands and options.",
      "To load it into this shell: source <(listwatch completion bash)"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The supported shells. Both use the same script, which detects the shell. */
  enum Shell {
    BASH,
    ZSH
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @SuppressWarnings("UnusedVariable") // Rejects other shells.
  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private Shell shell = Shell.BASH;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("listwatch", Listwatch.commandLine()));
    out.flush();
    return 0;
  }
}
