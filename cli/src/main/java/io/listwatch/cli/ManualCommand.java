package io.listwatch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the manual page of a command, or writes all of them. */
@Command(
    name = "manual",
    description = {
      "Prints the manual page of a command.",
      "To read it: listwatch manual serve | man -l -"
    })
final class ManualCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The command; the program itself without one.")
  private List<String> command = List.of();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Write the pages of all commands into this directory instead.")
  private @Nullable Path directory;

  @Override
  public Integer call() throws IOException {
    CommandLine program = Listwatch.commandLine();
    if (directory != null) {
      Files.createDirectories(directory);
      writeAll(program, directory);
    } else {
      var out = spec.commandLine().getOut();
      out.print(new ManualPage(named(program)).roff());
      out.flush();
    }
    return 0;
  }

  private CommandLine named(CommandLine program) {
    CommandLine found = program;
    for (String name : command) {
      found = found.getSubcommands().get(name);
      if (found == null) {
        throw new UsageFailure(
            "COMMAND: %s (expected: a command of %s)".formatted(name, program.getCommandName()));
      }
    }
    return found;
  }

  private static void writeAll(CommandLine command, Path directory) throws IOException {
    var page = new ManualPage(command);
    Files.writeString(directory.resolve(page.name() + ".1"), page.roff());
    for (CommandLine each : command.getSubcommands().values()) {
      writeAll(each, directory);
    }
  }
}
