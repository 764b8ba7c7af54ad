package io.listwatch.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands for stored objects that affect authorization and admission. */
@Command(
    name = "authority",
    description = "Shows the stored objects that decide about requests, such as roles.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = AuthorityCheckCommand.class)
final class AuthorityCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Without a command: shows the help. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
