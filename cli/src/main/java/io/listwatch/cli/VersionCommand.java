package io.listwatch.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says which Listwatch this is, on which Java. */
@Command(name = "version", description = "Says which Listwatch this is, on which Java.")
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
