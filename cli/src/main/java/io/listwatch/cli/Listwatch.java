package io.listwatch.cli;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** The program: an API server for list and watch, and what is needed to look after its data. */
@Command(
    name = "listwatch",
    versionProvider = BuildVersion.class,
    description = "An API server for list and watch, and what looks after its data.",
    footer = {
      "",
      "To begin with: listwatch serve --demo. It prints what to try then.",
      "Of each command, listwatch COMMAND --help says more; docs/operating.md tells of all."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServeCommand.class,
      KubeconfigCommand.class,
      ValidateCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      CheckCommand.class,
      CompactCommand.class,
      CopyCommand.class,
      KubeApiserverCommand.class,
      EtcdCommand.class,
      CompletionCommand.class,
      VersionCommand.class
    })
public final class Listwatch implements Runnable {
  /** As BSD's sysexits: the command line was wrong. */
  private static final int USAGE = 64;

  private static final int FAILED = 1;

  /** Where flags may be given again, and -data-dir is not -d -a -t and so on. */
  private static final Set<String> GO_STYLE = Set.of("kube-apiserver", "etcd");

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Ends the JVM with the command's exit code. */
  public static void main(String[] arguments) {
    // Libraries that log through Java's own tell users what only their authors want to know.
    Logger.getLogger("").setLevel(Level.WARNING);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    var line = new CommandLine(new Listwatch());
    line.getCommandSpec().addOption(help()).addOption(version());
    line.getSubcommands().values().forEach(each -> each.getCommandSpec().addOption(help()));
    line.getSubcommands().values().stream()
        .filter(each -> GO_STYLE.contains(each.getCommandName()))
        .forEach(
            each ->
                each.setOverwrittenOptionsAllowed(true)
                    .setPosixClusteredShortOptionsAllowed(false));
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(
            (problem, arguments) -> explainUsage(problem, problem.getCommandLine()))
        .setExecutionExceptionHandler((failure, failed, parsed) -> explain(failure, failed));
  }

  private static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .description("Show this help.")
        .build();
  }

  private static OptionSpec version() {
    return OptionSpec.builder("-V", "--version")
        .versionHelp(true)
        .description("Show the version.")
        .build();
  }

  /** Without a command: shows the help, as kubectl does. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int explainUsage(Exception problem, CommandLine line) {
    String name = line.getCommandSpec().qualifiedName();
    String described = UsageProblem.describe(problem, line);
    line.getErr().println("listwatch: " + described + " (see " + name + " --help)");
    return USAGE;
  }

  /** What is expected to go wrong is said in a line; anything else is a bug and shown as one. */
  private static int explain(Exception failure, CommandLine line) throws Exception {
    if (failure instanceof UsageFailure) {
      return explainUsage(failure, line);
    }
    if (failure instanceof CommandFailure
        || failure instanceof StorageException
        || failure instanceof IOException) {
      line.getErr().println("listwatch: " + words(failure));
      return FAILED;
    }
    throw failure;
  }

  /** Where the message would be nothing but the name of a file, what is wrong with the file. */
  static String words(Exception failure) {
    if (failure instanceof NoSuchFileException missing) {
      return missing.getFile() + ": no such file";
    }
    return failure instanceof AccessDeniedException denied
        ? denied.getFile() + ": access denied"
        : String.valueOf(failure.getMessage());
  }
}
