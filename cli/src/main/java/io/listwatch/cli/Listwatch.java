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

/** The main program: the API server and the commands for its data. */
@Command(
    name = "listwatch",
    versionProvider = BuildVersion.class,
    description = "Kubernetes API server for list and watch, with commands for its data.",
    footer = {
      "",
      "To start: listwatch serve --demo, which prints what to try next.",
      "For the options of a command: listwatch COMMAND --help. See also docs/operating.md."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServeCommand.class,
      WorkloadsCommand.class,
      ConsoleCommand.class,
      KubeconfigCommand.class,
      ValidateCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      CheckCommand.class,
      AuthorityCommand.class,
      CompactCommand.class,
      CopyCommand.class,
      MigrateCommand.class,
      KubeApiserverCommand.class,
      EtcdCommand.class,
      CompletionCommand.class,
      ManualCommand.class,
      VersionCommand.class
    })
public final class Listwatch implements Runnable {
  /** The exit code for a wrong command line, {@code EX_USAGE} of sysexits.h. */
  private static final int USAGE = 64;

  private static final int FAILED = 1;

  /**
   * The commands that accept repeated flags and single-dash flags such as {@code -data-dir}, like
   * Go programs.
   */
  private static final Set<String> GO_STYLE = Set.of("kube-apiserver", "etcd");

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs a command and exits with its exit code. */
  public static void main(String[] arguments) {
    // Some libraries log through java.util.logging, at info level mostly noise.
    Logger.getLogger("").setLevel(Level.WARNING);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    var line = new CommandLine(new Listwatch());
    line.getCommandSpec().addOption(help()).addOption(version());
    line.getSubcommands().values().forEach(Listwatch::addHelp);
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

  private static void addHelp(CommandLine command) {
    command.getCommandSpec().addOption(help());
    command.getSubcommands().values().forEach(Listwatch::addHelp);
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

  /**
   * Prints an expected failure on one line. Any other exception is a bug and printed with its stack
   * trace.
   */
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

  /**
   * Returns the message of an exception; for file exceptions, whose message is only the path, also
   * the reason.
   */
  static String words(Exception failure) {
    if (failure instanceof NoSuchFileException missing) {
      return missing.getFile() + ": no such file";
    }
    return failure instanceof AccessDeniedException denied
        ? denied.getFile() + ": access denied"
        : String.valueOf(failure.getMessage());
  }
}
