package io.listwatch.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete the program's commands and options. */
@Command(
    name = "completion",
    description = {
      "Prints what makes a shell complete commands and options.",
      "For the one you are in: source <(listwatch completion bash)"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells there is a completion for: the same script, which asks who reads it. */
  enum Shell {
    BASH,
    ZSH
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @SuppressWarnings("UnusedVariable") // So that others are refused.
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
