package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.DocPage;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workloads of {@code listwatch serve}, and of {@code listwatch workloads} alongside a server. */
@Tag("kubectl")
@Tag("slow")
final class WorkloadsProgramTest {
  private static final String RUN = "Workloads run on https://";

  @TempDir private Path directory = Path.of("");

  @Test
  void pageMakesADeploymentReady() {
    DocPage page = DocPage.of("docs/workloads.md").section("Run it from the program");
    List<String> lines = page.commands(WorkloadsProgramTest.class);

    try (var shell = new OperatorShell(directory)) {
      assertThat(lines).hasSizeGreaterThan(2);
      shell.run(lines.get(0));
      lines.subList(1, lines.size() - 1).forEach(shell::run);
      assertThat(shell.run(lines.get(lines.size() - 1))).contains("successfully rolled out");
      assertThat(shell.run("kubectl --kubeconfig listwatch-data/kubeconfig get nodes -o name"))
          .isEqualTo("node/node-1\nnode/node-2\nnode/node-3");
    }
  }

  @Test
  void killedServerKeepsItsIdentityInTheElection() {
    try (var first = Program.serve(directory, "--workloads")) {
      var kubectl = new Kubectl(first.kubeconfig(), directory);
      await().until(() -> holder(kubectl).startsWith("listwatch_"));
      String before = holder(kubectl);
      first.kill();

      try (var second = first.again("--workloads")) {
        kubectl.run("create", "deployment", "web", "--image=web");
        kubectl.run("rollout", "status", "deployment/web", "--timeout=120s");

        assertThat(holder(kubectl)).isEqualTo(before);
        assertThat(second.command().errors().text()).doesNotContain("ERROR");
      }
    }
  }

  @Test
  void oneOfTwoCandidatesRunsTheControllers() {
    try (var server = Program.serve(directory);
        var first = workloads(server)) {
      first.out().await(RUN);
      var kubectl = new Kubectl(server.kubeconfig(), directory);
      String leader = holder(kubectl);

      try (var second = workloads(server)) {
        kubectl.run("create", "deployment", "web", "--image=web");
        kubectl.run("rollout", "status", "deployment/web", "--timeout=60s");
        assertThat(second.out().text()).doesNotContain(RUN);

        first.signal("TERM");

        assertThat(first.awaitEnd()).isZero();
        second.out().await(RUN);
        assertThat(holder(kubectl)).isNotEqualTo(leader);
      }
    }
  }

  @Test
  void doesNotStartAlongsideKubeControllerManagerUnlessForced() {
    try (var server = Program.serve(directory)) {
      var kubectl = new Kubectl(server.kubeconfig(), directory);
      kubectl.create(
          """
          apiVersion: coordination.k8s.io/v1
          kind: Lease
          metadata: {name: kube-controller-manager, namespace: kube-system}
          spec: {holderIdentity: manager-1, leaseDurationSeconds: 3600, renewTime: "%s.000000Z"}
          """
              .formatted(Timers.system().now().toString().substring(0, 19)));

      try (var beside = workloads(server);
          var forced = workloads(server, "--force")) {
        assertThat(beside.awaitEnd()).isNotZero();
        assertThat(beside.errors().awaitEnd()).contains("manager-1 holds its Lease");
        forced.out().await(RUN);
        // Releases the Lease, for which the server below would wait.
        forced.signal("TERM");
        assertThat(forced.awaitEnd()).isZero();
      }
      server.command().signal("TERM");
      assertThat(server.command().awaitEnd()).isZero();
      try (var refused =
          Program.start("serve", "--data", directory.toString(), "--port=0", "--workloads")) {
        assertThat(refused.awaitEnd()).isNotZero();
        assertThat(refused.errors().awaitEnd()).contains("manager-1 holds its Lease");
      }
      try (var forced = server.again("--workloads", "--force-workloads")) {
        kubectl.run("create", "deployment", "web", "--image=web");
        kubectl.run("rollout", "status", "deployment/web", "--timeout=60s");
        assertThat(forced.command().errors().text()).doesNotContain("ERROR");
      }
    }
  }

  private static Command workloads(Program server, String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "workloads";
    words[1] = "--kubeconfig";
    words[2] = server.kubeconfig().toString();
    System.arraycopy(options, 0, words, 3, options.length);
    return Program.start(words);
  }

  /** Returns the holder of the Lease of the workloads; empty if there is none. */
  private static String holder(Kubectl kubectl) {
    return kubectl.run(
        "get",
        "lease",
        "listwatch-workloads",
        "-n=kube-system",
        "--ignore-not-found",
        "-o=jsonpath={.spec.holderIdentity}");
  }
}
