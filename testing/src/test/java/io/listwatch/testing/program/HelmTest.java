package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small chart, installed, upgraded, rolled back and removed by helm, on machines that have it.
 */
@Tag("kubectl")
final class HelmTest {
  @Test
  void installsUpgradesRollsBackAndRemoves(@TempDir Path directory)
      throws IOException, URISyntaxException {
    String helm = ThirdPartyProgram.find("helm", "go install helm.sh/helm/v3/cmd/helm@latest");
    Path chart = Path.of(HelmTest.class.getResource("chart").toURI());
    try (var program = Program.serve(Files.createDirectory(directory.resolve("data")))) {
      var kubectl = new Kubectl(program.kubeconfig(), directory);

      run(
          helm,
          program,
          "install",
          "web",
          chart.toString(),
          "--namespace=shop",
          "--create-namespace");
      assertThat(state(kubectl)).isEqualTo("1 hello");

      run(
          helm,
          program,
          "upgrade",
          "web",
          chart.toString(),
          "--namespace=shop",
          "--set=replicas=3,greeting=good-day");
      assertThat(state(kubectl)).isEqualTo("3 good-day");

      run(helm, program, "rollback", "web", "1", "--namespace=shop");
      assertThat(state(kubectl)).isEqualTo("1 hello");
      assertThat(run(helm, program, "history", "web", "--namespace=shop").lines())
          .hasSize(4)
          .last()
          .asString()
          .contains("deployed", "Rollback to 1");

      run(helm, program, "uninstall", "web", "--namespace=shop");
      assertThat(kubectl.run("get", "deployments,services,configmaps", "-n=shop", "-o=name"))
          .doesNotContain("/web");
    }
  }

  /** With workloads, helm waits until the Deployment is ready. */
  @Test
  void waitsUntilTheChartIsReady(@TempDir Path directory) throws IOException, URISyntaxException {
    String helm = ThirdPartyProgram.find("helm", "go install helm.sh/helm/v3/cmd/helm@latest");
    Path chart = Path.of(HelmTest.class.getResource("chart").toURI());
    Path data = Files.createDirectory(directory.resolve("data"));
    try (var program = Program.serve(data, "--workloads")) {
      run(helm, program, "install", "web", chart.toString(), "--wait", "--timeout=120s");

      assertThat(
              new Kubectl(program.kubeconfig(), directory)
                  .run("get", "deployment", "web", "-o=jsonpath={.status.readyReplicas}"))
          .isEqualTo("1");
    }
  }

  private static String state(Kubectl kubectl) {
    return kubectl.run("get", "deployment", "web", "-n=shop", "-o=jsonpath={.spec.replicas}")
        + " "
        + kubectl.run("get", "configmap", "web", "-n=shop", "-o=jsonpath={.data.greeting}");
  }

  /** Runs helm without the user's own configuration and cache. */
  private static String run(String helm, Program program, String... arguments) {
    var words = new ArrayList<>(List.of("env"));
    for (String kind : List.of("CACHE", "CONFIG", "DATA")) {
      words.add("HELM_%s_HOME=%s".formatted(kind, program.data().resolveSibling("helm")));
    }
    words.addAll(List.of(helm, "--kubeconfig=" + program.kubeconfig()));
    words.addAll(List.of(arguments));
    return Command.run(words);
  }
}
