package io.listwatch.bench.load;

import io.listwatch.bench.LocalEtcd;
import io.listwatch.bench.Scratch;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs that turn Deployments into ready pods: Kubernetes' own or {@code listwatch
 * workloads}. They run alongside any API server, as administrators.
 */
final class Components implements AutoCloseable {
  private static final String UNLIMITED = "10000";

  private final Kind kind;
  private final List<Process> processes = new ArrayList<>();

  /** The addresses at which Kubernetes' programs serve their metrics. */
  private final List<URI> metrics = new ArrayList<>();

  /** The programs that run. Those of Kubernetes use nodes that the benchmark has created. */
  enum Kind {
    /** kube-controller-manager, kube-scheduler and kwok, from environment variables. */
    KUBERNETES,
    /** {@code listwatch workloads}, which registers its own nodes. */
    OWN
  }

  /** Starts the components of an API server. */
  Components(Kind kind, URI server, int nodes, Scratch scratch) throws IOException {
    this.kind = kind;
    String kubeconfig = "--kubeconfig=" + kubeconfig(server, scratch);
    try {
      if (kind == Kind.OWN) {
        start("./listwatch", "workloads", kubeconfig, "--nodes=" + nodes);
      } else {
        startKubernetes(kubeconfig, scratch);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void startKubernetes(String kubeconfig, Scratch scratch) throws IOException {
    startServing("KUBE_CONTROLLER_MANAGER", kubeconfig, scratch);
    startServing("KUBE_SCHEDULER", kubeconfig, scratch);
    int port = LocalEtcd.freePort();
    metrics.add(URI.create("http://127.0.0.1:" + port));
    start(
        named("KWOK"),
        kubeconfig,
        "--manage-all-nodes=true",
        "--node-ip=127.0.0.1",
        "--server-address=127.0.0.1:" + port);
  }

  /** Starts a component without a rate limit. Its metrics need no authorization. */
  private void startServing(String variable, String kubeconfig, Scratch scratch)
      throws IOException {
    int port = LocalEtcd.freePort();
    metrics.add(URI.create("https://127.0.0.1:" + port));
    start(
        named(variable),
        kubeconfig,
        "--kube-api-qps=" + UNLIMITED,
        "--kube-api-burst=" + UNLIMITED,
        "--leader-elect=false",
        "--bind-address=127.0.0.1",
        "--secure-port=" + port,
        "--cert-dir=" + scratch.resolve("certificates-of-" + variable),
        "--authorization-always-allow-paths=/metrics");
  }

  private static String named(String variable) {
    String program = System.getenv(variable);
    if (program == null) {
      throw new IllegalArgumentException(
          "%s: not set (expected: the path of the program, or controllers=own)"
              .formatted(variable));
    }
    return program;
  }

  private void start(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-of-" + command[0]));
    processes.add(process);
  }

  /** Writes the kubeconfig of an administrator, who does not verify the server's certificate. */
  private static Path kubeconfig(URI server, Scratch scratch) throws IOException {
    return Files.writeString(
        scratch.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: bench, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
        users: [{name: bench, user: {token: "%s"}}]
        contexts: [{name: bench, context: {cluster: bench, user: bench}}]
        current-context: bench
        """
            .formatted(server, ServerProcess.TOKEN));
  }

  /**
   * Returns the CPU time of all components so far.
   *
   * @throws IllegalStateException if one of them has ended
   */
  Duration cpu() {
    Duration sum = Duration.ZERO;
    for (Process each : processes) {
      if (!each.isAlive()) {
        String command = each.info().command().orElse("a component");
        throw new IllegalStateException(
            "%s ended with %d (expected: running)".formatted(command, each.exitValue()));
      }
      sum = sum.plus(each.info().totalCpuDuration().orElseThrow());
    }
    return sum;
  }

  /**
   * Returns the heap of all components: the live objects of {@code listwatch workloads} after a
   * garbage collection, and the heap in use that Kubernetes' programs report.
   */
  long heapBytes(Load load) throws IOException {
    if (kind == Kind.OWN) {
      return ServerProcess.liveHeapBytes(processes.get(0).pid());
    }
    long sum = 0;
    for (URI each : metrics) {
      sum += GoHeap.inUse(each, load);
    }
    return sum;
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
    processes.forEach(process -> process.onExit().join());
  }
}
