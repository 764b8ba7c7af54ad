package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prometheus, unmodified, on machines that have it. It discovers targets by informers of every role
 * that it supports, and follows changes, also across a restart of the server.
 */
@Tag("kubectl")
final class PrometheusTest {
  private static final List<String> ROLES =
      List.of("node", "pod", "service", "endpoints", "endpointslice", "ingress");

  private static final String OBJECTS =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: here}
      status: {addresses: [{type: InternalIP, address: 10.0.0.5}]}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: one, labels: {app: web}}
      spec: {nodeName: here, containers: [{name: web, image: web, ports: [{containerPort: 8081}]}]}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {selector: {app: web}, ports: [{port: 8082}]}
      ---
      apiVersion: v1
      kind: Endpoints
      metadata: {name: web}
      subsets: [{addresses: [{ip: 10.1.1.1}], ports: [{port: 8083}]}]
      ---
      apiVersion: discovery.k8s.io/v1
      kind: EndpointSlice
      metadata: {name: web, labels: {kubernetes.io/service-name: web}}
      addressType: IPv4
      endpoints: [{addresses: [10.1.1.1]}]
      ports: [{port: 8084}]
      ---
      apiVersion: networking.k8s.io/v1
      kind: Ingress
      metadata: {name: web}
      spec:
        rules:
          - host: web.example
            http:
              paths:
                - {path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}
      """;

  @Test
  void discoversTargetsAndFollowsChanges(@TempDir Path directory) throws IOException {
    String prometheus =
        ThirdPartyProgram.find(
            "prometheus", "build github.com/prometheus/prometheus/cmd/prometheus with Go");
    Path data = Files.createDirectory(directory.resolve("data"));
    var program = Program.serve(data);
    try (var running = start(prometheus, program, directory)) {
      var kubectl = new Kubectl(program.kubeconfig(), directory);
      kubectl.create(OBJECTS);
      kubectl.run(
          "patch",
          "pod",
          "one",
          "--subresource=status",
          "--type=merge",
          "-p={\"status\":{\"podIP\":\"10.1.1.1\"}}");
      running.awaitTarget("10.0.0.5:", true);
      running.awaitTarget("10.1.1.1:8081", true);
      running.awaitTarget("web.default.svc:8082", true);
      running.awaitTarget("10.1.1.1:8083", true);
      running.awaitTarget("10.1.1.1:8084", true);
      running.awaitTarget("\"__address__\":\"web.example\"", true);

      kubectl.run("delete", "pod", "one", "--grace-period=0", "--force");
      running.awaitTarget("10.1.1.1:8081", false);

      program.kill();
      program = program.again();
      kubectl.run("delete", "ingress", "web");
      kubectl.run("create", "service", "clusterip", "late", "--tcp=8085");
      running.awaitTarget("late.default.svc:8085", true);
      running.awaitTarget("\"__address__\":\"web.example\"", false);
    } finally {
      program.close();
    }
  }

  private static Discovery start(String prometheus, Program program, Path directory)
      throws IOException {
    String jobs =
        ROLES.stream()
            .map(
                role ->
                    """
                    - job_name: %s
                      kubernetes_sd_configs: [{role: %s, kubeconfig_file: %s}]
                    """
                        .formatted(role, role, program.kubeconfig()))
            .collect(Collectors.joining());
    // The targets do not exist: only their discovery is tested, so scrapes are rare.
    String text = "global: {scrape_interval: 1h}\nscrape_configs:\n" + jobs;
    Path configuration = Files.writeString(directory.resolve("prometheus.yml"), text);
    String address = "127.0.0.1:" + freePort();
    return new Discovery(
        new Http(URI.create("http://" + address)),
        Command.start(
            List.of(
                prometheus,
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + directory.resolve("series"),
                "--web.listen-address=" + address)));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** A running Prometheus. */
  private record Discovery(Http http, Command command) implements AutoCloseable {
    /** Waits until a target with this description exists, or until none does. */
    void awaitTarget(String description, boolean there) {
      await()
          .untilAsserted(
              () ->
                  assertThat(targets().contains(description))
                      .as(() -> "%s in %s\n%s".formatted(description, targets(), errors()))
                      .isEqualTo(there));
    }

    private String errors() {
      return command.errors().text();
    }

    /** Returns the active targets as JSON, or an empty string until Prometheus listens. */
    private String targets() {
      if (errors().contains("field kubernetes_sd_configs not found")) {
        return abort("this prometheus was built without Kubernetes service discovery");
      }
      try {
        return http.get("/api/v1/targets?state=active").body();
      } catch (AssertionError notYet) {
        return "";
      }
    }

    @Override
    public void close() {
      command.close();
    }
  }
}
