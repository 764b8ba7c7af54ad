package io.listwatch.workloads;

import static io.listwatch.workloads.WorkloadsServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Logs of simulated pods, through the server. */
final class PodLogsTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static WorkloadsServer server;

  @BeforeAll
  static void start() throws InterruptedException {
    server = new WorkloadsServer(settings -> settings.nodes(2));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void nodeStatusHasTheKubeletEndpoint() throws InterruptedException {
    for (ApiObject node : server.list(Types.NODES)) {
      assertThat(node.status().at("/addresses/0/address").asText()).isEqualTo("127.0.0.1");
      assertThat(node.status().at("/daemonEndpoints/kubeletEndpoint/Port").asInt()).isPositive();
    }
  }

  @Test
  void finishedPodHasItsLog() throws Exception {
    create("once", "exit=3", "Never");
    eventually(() -> phase("once").equals("Failed"));

    assertThat(body("once", "").lines()).last().isEqualTo("crashed with exit code 3");
    assertThat(body("once", "?tailLines=1")).isEqualTo("crashed with exit code 3\n");
    assertThat(body("once", "?limitBytes=5&tailLines=1")).isEqualTo("crash");
  }

  @Test
  void followedLogEndsWithTheDeletionOfThePod() throws Exception {
    create("web", "ready", "Always");
    eventually(() -> phase("web").equals("Running"));
    HttpResponse<InputStream> log =
        CLIENT.send(request("web", "?follow=true"), BodyHandlers.ofInputStream());
    var lines = new BufferedReader(new InputStreamReader(log.body(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).startsWith("container web of pod default/web started");
    assertThat(lines.readLine()).isEqualTo("ready");

    var unused = server.resources(Types.PODS).delete("web");

    while (lines.readLine() != null) {
      // The log may end with the signal, or at once.
    }
    eventually(() -> server.resources(Types.PODS).get("web").isEmpty());
  }

  @Test
  void errorsOfTheKubeletAreShown() throws Exception {
    create("stuck", "never-starts", "Always");
    eventually(() -> phase("stuck").equals("Pending") && !status("stuck").isEmpty());

    assertThat(body("stuck", "")).contains("waiting to start: ContainerCreating");
    assertThat(body("stuck", "?previous=true")).contains("previous terminated container");
    assertThat(body("stuck", "?container=other")).contains("container other is not valid");
    assertThat(body("missing", "")).contains("not found");
  }

  @Test
  void nodeThatIsGoneDoesNotRespond() throws Exception {
    create("away", "ready", "Always");
    eventually(() -> phase("away").equals("Running"));
    String node = Pods.node(server.resources(Types.PODS).get("away").orElseThrow());
    server.patch(
        Types.NODES,
        node,
        "{\"metadata\":{\"annotations\":{\"workloads.listwatch.io/behavior\":\"gone\"}}}");

    eventually(() -> body("away", "").contains("containerLogs/default/away"));
    server.patch(
        Types.NODES,
        node,
        "{\"metadata\":{\"annotations\":{\"workloads.listwatch.io/behavior\":null}}}");
  }

  private static void create(String name, String behavior, String restartPolicy)
      throws InterruptedException {
    var unused =
        server.create(
            Types.PODS,
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%1$s",
            "annotations":{"workloads.listwatch.io/behavior":"%2$s"}},
            "spec":{"restartPolicy":"%3$s","containers":[{"name":"%1$s","image":"nginx"}]}}
            """
                .formatted(name, behavior, restartPolicy));
  }

  private static String phase(String name) throws InterruptedException {
    return Pods.phase(server.resources(Types.PODS).get(name).orElseThrow());
  }

  private static String status(String name) throws InterruptedException {
    return server.status(Types.PODS, name).path("containerStatuses").toString();
  }

  private static HttpRequest request(String pod, String query) {
    return HttpRequest.newBuilder(
            URI.create(
                server.config().server()
                    + "/api/v1/namespaces/default/pods/"
                    + pod
                    + "/log"
                    + query))
        .build();
  }

  private static String body(String pod, String query) throws Exception {
    return CLIENT.send(request(pod, query), BodyHandlers.ofString()).body();
  }
}
