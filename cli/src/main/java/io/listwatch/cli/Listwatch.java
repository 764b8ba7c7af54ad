package io.listwatch.cli;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: an API server for list and watch, and what is needed to look after its data. */
@Command(
    name = "listwatch",
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class,
    description = "An API server for list and watch, and what looks after its data.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServeCommand.class,
      KubeconfigCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      CheckCommand.class,
      CompactCommand.class,
      CopyCommand.class,
      VersionCommand.class
    })
public final class Listwatch implements Runnable {
  /** As BSD's sysexits: the command line was wrong. */
  private static final int USAGE = 64;

  private static final int FAILED = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Ends the JVM with the command's exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Listwatch())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(Listwatch::explainUsage)
        .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure, line));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static int explainUsage(ParameterException problem, String[] arguments) {
    CommandLine line = problem.getCommandLine();
    PrintWriter out = line.getErr();
    String name = line.getCommandSpec().qualifiedName();
    out.println("listwatch: " + problem.getMessage() + " (see " + name + " --help)");
    return USAGE;
  }

  /** What is expected to go wrong is said in a line; anything else is a bug and shown as one. */
  private static int explain(Exception failure, CommandLine line) throws Exception {
    if (failure instanceof CommandFailure
        || failure instanceof StorageException
        || failure instanceof IOException) {
      line.getErr().println("listwatch: " + failure.getMessage());
      return FAILED;
    }
    throw failure;
  }
}
