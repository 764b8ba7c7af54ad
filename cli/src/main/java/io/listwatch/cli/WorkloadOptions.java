package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.time.Timers;
import io.listwatch.workloads.BehaviorRules;
import io.listwatch.workloads.Workloads;
import io.listwatch.workloads.WorkloadsBuilder;
import io.listwatch.workloads.WorkloadsCandidate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of workloads. They run in the process of a server, or in their own alongside any API
 * server.
 */
final class WorkloadOptions {
  /** More nodes would renew more than 6,500 Leases a second. */
  private static final int MAX_NODES = 65_535;

  private static final int MAX_BEHAVIORS = 1 << 20;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of simulated nodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 1;

  @Option(
      names = "--disable-workload-controllers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Workload controllers that do not run, separated by commas, such as scheduler where a"
              + " kube-scheduler runs; docs/workloads.md lists them.")
  private List<String> disabled = List.of();

  @Option(
      names = "--behaviors",
      paramLabel = "FILE",
      description =
          "YAML list that chooses what pods do, by namespace and labels; docs/workloads.md"
              + " describes it (default: the annotations of the pods).")
  private @Nullable Path behaviors;

  /** Read by {@link #validate}. */
  private @Nullable BehaviorRules rules;

  /**
   * Reads the file of behaviors. Does nothing else if the options are valid.
   *
   * @throws UsageFailure if an option is invalid
   */
  void validate() {
    if (nodes < 0 || nodes > MAX_NODES) {
      throw new UsageFailure("--nodes: %d (expected: 0 to %d)".formatted(nodes, MAX_NODES));
    }
    if (behaviors != null) {
      rules = rules(behaviors);
    }
  }

  /**
   * Competes for running workloads on a server.
   *
   * @param started called at the start of each term
   * @throws CommandFailure if a kube-controller-manager runs there, unless {@code force}d
   */
  WorkloadsCandidate compete(
      ClientConfig config,
      String identity,
      Timers timers,
      boolean force,
      Consumer<? super Workloads> started)
      throws InterruptedException {
    try {
      return builder(config).timers(timers).force(force).startElected(identity, started);
    } catch (IllegalStateException refused) {
      throw new CommandFailure(String.valueOf(refused.getMessage()), refused);
    }
  }

  /** Returns workloads on a server. Each controller acts as its own service account. */
  private WorkloadsBuilder builder(ClientConfig config) {
    WorkloadsBuilder builder = Workloads.builder(config).serviceAccounts(true);
    if (rules != null) {
      builder.behavior(rules);
    }
    try {
      disabled.forEach(builder::without);
      return builder.nodes(nodes);
    } catch (IllegalArgumentException invalid) {
      throw new UsageFailure(String.valueOf(invalid.getMessage()));
    }
  }

  private static BehaviorRules rules(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BEHAVIORS + 1);
      if (bytes.length > MAX_BEHAVIORS) {
        throw new UsageFailure("--behaviors: %s: longer than 1 MiB".formatted(file));
      }
      return BehaviorRules.parse(new String(bytes, UTF_8));
    } catch (IOException unreadable) {
      throw new UsageFailure("--behaviors: %s: cannot be read".formatted(file));
    } catch (IllegalArgumentException malformed) {
      throw new UsageFailure("--behaviors: %s: %s".formatted(file, malformed.getMessage()));
    }
  }
}
