package io.listwatch.cli;

import io.listwatch.cli.log.ConsoleLog;
import io.listwatch.cli.log.LogFormat;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.time.Timers;
import io.listwatch.workloads.Workloads;
import io.listwatch.workloads.WorkloadsCandidate;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs workloads alongside any API server until it is stopped. */
@Command(
    name = "workloads",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Runs workload controllers, a scheduler and simulated nodes beside an API server.",
      "Replaces kube-controller-manager, kube-scheduler and kubelets in tests. If several run on"
          + " the same server, only one of them acts."
    })
final class WorkloadsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Kubeconfig of an administrator of the API server (default: that of kubectl, or the"
              + " service account of the pod).")
  private @Nullable Path kubeconfig;

  @Mixin private WorkloadOptions workloads = new WorkloadOptions();

  @Option(
      names = "--force",
      description = "Start even if a kube-controller-manager is running on the same server.")
  private boolean force;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "info",
      description = "Log level: error, warn, info, debug or trace (default: ${DEFAULT-VALUE}).")
  private Level logLevel = Level.INFO;

  @Override
  public Integer call() throws InterruptedException {
    workloads.validate();
    ConsoleLog.configure(LogFormat.TEXT, logLevel);
    ClientConfig config =
        kubeconfig == null ? ClientConfig.detect() : Kubeconfig.read(kubeconfig).config();
    var end = new EndOfProgram();
    WorkloadsCandidate candidate =
        workloads.compete(
            config,
            "listwatch_" + UUID.randomUUID(),
            Timers.system(),
            force,
            running -> report(config, running));
    try {
      end.await();
    } finally {
      candidate.close();
    }
    return 0;
  }

  private void report(ClientConfig config, Workloads running) {
    var out = spec.commandLine().getOut();
    out.println("Workloads run on %s: %s".formatted(config.server(), running));
    out.flush();
  }
}
