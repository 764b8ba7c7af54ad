package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Measures the CPU time of the API server, and of the components that act on it, while Deployments
 * roll out on simulated nodes, round by round in one process; and the same for kube-apiserver with
 * etcd, if there is one.
 */
final class RolloutBenchmark {
  /** Disables the controllers that kube-controller-manager runs, too. */
  private static final String BESIDE_KUBERNETES =
      "--disable-controllers=namespace-lifecycle,owner-collection,storage-protection,"
          + "namespace-defaults,clusterrole-aggregation,token-secrets,resource-quota,"
          + "validatingadmissionpolicy-status";

  private final Settings settings;
  private final int nodes;
  private final int rounds;
  private final int deployments;
  private final int replicas;

  /** True if each round starts without the pods of the one before. */
  private final boolean clean;

  private RolloutBenchmark(Settings settings) {
    this.settings = settings;
    this.nodes = settings.number("nodes", 50);
    this.rounds = settings.number("rounds", 4);
    this.deployments = settings.number("deployments", 10);
    this.replicas = settings.number("replicas", 100);
    this.clean = settings.text("clean", "false").equals("true");
    requireRoom();
  }

  private void requireRoom() {
    long pods = 1 + (clean ? 1L : rounds) * deployments * replicas;
    long room = (long) nodes * Rollouts.PODS_PER_NODE;
    if (pods > room) {
      throw new IllegalArgumentException(
          "nodes: %d (expected: room for %,d pods, with %d on each; more nodes, or clean=true)"
              .formatted(nodes, pods, Rollouts.PODS_PER_NODE));
    }
  }

  public static void main(String[] arguments) throws IOException {
    new RolloutBenchmark(new Settings(arguments)).run();
  }

  /**
   * Returns the components that run alongside a server: from the setting for this server, or else
   * from the setting for both.
   */
  private Components.Kind kind(String server) {
    String both = settings.text("controllers", "kubernetes");
    return Components.Kind.valueOf(
        settings.text(server + "-controllers", both).toUpperCase(Locale.ROOT));
  }

  private void run() throws IOException {
    System.out.printf(
        "%,d pods a round on %d nodes%n%-12s%8s%16s%16s%12s%10s%8s%n",
        deployments * replicas,
        nodes,
        "",
        "round",
        "s CPU server",
        "s CPU others",
        "s in all",
        "pods/s",
        "429");
    String program = settings.text("reference", "");
    String only = settings.text("only", "");
    var summaries = new ArrayList<RolloutSummary>();
    if (!only.equals("reference")) {
      summaries.add(product());
    }
    if (!program.isEmpty() && !only.equals("product")) {
      summaries.add(reference(program));
    }
    summaries.forEach(RolloutSummary::print);
    if (summaries.size() > 1) {
      summaries.get(0).printRatios(summaries.get(1));
    }
  }

  private RolloutSummary product() throws IOException {
    Components.Kind kind = kind("product");
    // kube-apiserver runs without the plug-in, too.
    List<String> options = new ArrayList<>(List.of("--disable-admission-plugins=ServiceAccount"));
    if (kind == Components.Kind.KUBERNETES) {
      options.add(BESIDE_KUBERNETES);
    }
    String flags = settings.text("flags", "");
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var product =
            new Product(
                scratch,
                settings.text("storage", "sqlite"),
                options,
                flags.isEmpty() ? new String[0] : flags.split(" "))) {
      return measure(kind, product.server(), product::cpu, load, scratch);
    }
  }

  private RolloutSummary reference(String program) throws IOException {
    try (var scratch = new Scratch(settings);
        var load = new Load();
        var reference = new KubeApiserver(program, scratch, load);
        ServerProcess server = reference.server()) {
      return measure(kind("reference"), server, reference::cpu, load, scratch);
    }
  }

  private RolloutSummary measure(
      Components.Kind kind,
      ServerProcess server,
      Supplier<Duration> cpu,
      Load load,
      Scratch scratch)
      throws IOException {
    var rollouts = new Rollouts(load.connect(server.address()));
    int pods = deployments * replicas;
    var measured = new ArrayList<RolloutSummary.Round>();
    try (var components = new Components(kind, server.address(), nodes, scratch)) {
      if (kind == Components.Kind.KUBERNETES) {
        rollouts.createNodes(nodes);
      }
      rollouts.awaitNodes(nodes);
      // One pod shows that the components have started.
      rollouts.rollOut("first", 1, 1);
      for (int round = 1; round <= rounds; round++) {
        Duration before = cpu.get();
        Duration others = components.cpu();
        long rejected = rollouts.rejected();
        long start = System.nanoTime();
        rollouts.rollOut("round-" + round, deployments, replicas);
        double seconds = (System.nanoTime() - start) / 1e9;
        double ofServer = seconds(cpu.get().minus(before));
        double ofOthers = seconds(components.cpu().minus(others));
        measured.add(new RolloutSummary.Round(seconds, ofServer + ofOthers));
        System.out.printf(
            "%-12s%8d%16.1f%16.1f%12.1f%10.0f%8d%n",
            server.name(),
            round,
            ofServer,
            ofOthers,
            seconds,
            pods / seconds,
            rollouts.rejected() - rejected);
        if (clean && round < rounds) {
          rollouts.remove("round-" + round, 1);
        }
      }
      return RolloutSummary.of(server.name(), pods, measured, components.heapBytes(load));
    }
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
