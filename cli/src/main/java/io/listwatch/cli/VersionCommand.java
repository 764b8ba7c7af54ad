package io.listwatch.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version of Listwatch and of Java. */
@Command(name = "version", description = "Prints the version of Listwatch and of Java.")
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine()
        .getOut()
        .println("listwatch %s on Java %s".formatted(BuildVersion.text(), Runtime.version()));
    return 0;
  }
}
