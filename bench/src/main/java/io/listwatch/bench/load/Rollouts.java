package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** Creates nodes and Deployments, and waits until they are ready. */
final class Rollouts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String NODES = "/api/v1/nodes";

  /** The number of pods that each node takes. */
  static final int PODS_PER_NODE = 110;

  private static final Pattern REJECTED =
      Pattern.compile(
          "^apiserver_request_total\\{[^}]*code=\"429\"[^}]*} (\\S+)", Pattern.MULTILINE);

  /**
   * The polling interval, which is long because each poll costs the server a list of all
   * Deployments.
   */
  private static final long LOOK_NANOS = 1_000_000_000;

  private static final long MAX_WAIT_NANOS = 600_000_000_000L;

  private final LoadConnection connection;

  Rollouts(LoadConnection connection) {
    this.connection = connection;
  }

  /** Creates nodes without status: a kubelet or its simulation makes them ready. */
  void createNodes(int count) {
    for (int i = 0; i < count; i++) {
      post(
          NODES,
          """
          {"apiVersion":"v1","kind":"Node","metadata":{"name":"node-%1$d",\
          "annotations":{"kwok.x-k8s.io/node":"fake"},\
          "labels":{"kubernetes.io/hostname":"node-%2$d","kubernetes.io/os":"linux"}},\
          "status":{"allocatable":{"cpu":"32","memory":"256Gi","pods":"%3$d"},\
          "capacity":{"cpu":"32","memory":"256Gi","pods":"%3$d"}}}\
          """
              .formatted(i, i, PODS_PER_NODE));
    }
  }

  /** Waits until this many nodes have the condition Ready. */
  void awaitNodes(int count) {
    await("nodes", () -> ready(NODES, Rollouts::isReadyNode) >= count);
  }

  private static boolean isReadyNode(JsonNode node) {
    return StreamSupport.stream(node.at("/status/conditions").spliterator(), false)
        .anyMatch(
            each ->
                each.path("type").asText().equals("Ready")
                    && each.path("status").asText().equals("True"));
  }

  /** Creates Deployments and waits until all their pods are ready. */
  void rollOut(String name, int deployments, int replicas) {
    for (int i = 0; i < deployments; i++) {
      post(DEPLOYMENTS, deployment(name + "-" + i, name, replicas));
    }
    String path = DEPLOYMENTS + "?labelSelector=rollout%3D" + name;
    await(
        "Deployments",
        () ->
            ready(path, each -> each.at("/status/readyReplicas").asInt() == replicas)
                == deployments);
  }

  /** Deletes the Deployments of a round, and waits until only {@code others} pods are left. */
  void remove(String name, int others) {
    String selected = DEPLOYMENTS + "?labelSelector=rollout%3D" + name;
    send("DELETE", selected + "&propagationPolicy=Background", new byte[0]);
    await("deletion of pods", () -> ready(PODS + "?limit=" + (others + 1), pod -> true) <= others);
  }

  private static String deployment(String name, String rollout, int replicas) {
    return """
    {"apiVersion":"apps/v1","kind":"Deployment",\
    "metadata":{"name":"%1$s","labels":{"rollout":"%2$s"}},\
    "spec":{"replicas":%3$d,"selector":{"matchLabels":{"app":"%1$s"}},\
    "template":{"metadata":{"labels":{"app":"%1$s","tier":"web"}},"spec":{\
    "terminationGracePeriodSeconds":0,\
    "containers":[{"name":"main","image":"registry.example/main:1.2.3","ports":[{"containerPort":8080}],\
    "env":[{"name":"LEVEL","value":"info"},{"name":"NODE","valueFrom":{"fieldRef":{"fieldPath":"spec.nodeName"}}}],\
    "readinessProbe":{"httpGet":{"path":"/ready","port":8080},"periodSeconds":5},\
    "resources":{"requests":{"cpu":"50m","memory":"64Mi"},"limits":{"memory":"128Mi"}}}]}}}}\
    """
        .formatted(name, rollout, replicas);
  }

  private void post(String path, String object) {
    send("POST", path, object.getBytes(UTF_8));
  }

  private void send(String method, String path, byte[] body) {
    Body answer = Body.counted();
    connection.send(
        connection.headers(method, path).add("content-type", "application/json"), body, answer);
    Body unused = answer.whole().join();
  }

  private long ready(String path, Predicate<JsonNode> test) {
    try {
      JsonNode items = JSON.readTree(get(path)).path("items");
      return StreamSupport.stream(items.spliterator(), false).filter(test).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] get(String path) {
    Body answer = Body.kept();
    connection.send(connection.headers("GET", path), new byte[0], answer);
    return answer.whole().join().bytes();
  }

  private static void await(String what, BooleanSupplier ready) {
    long end = System.nanoTime() + MAX_WAIT_NANOS;
    while (!ready.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(what + ": not ready within ten minutes");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Returns the number of requests that the server has rejected with 429. */
  long rejected() {
    return REJECTED
        .matcher(new String(get("/metrics"), UTF_8))
        .results()
        .mapToLong(found -> (long) Double.parseDouble(found.group(1)))
        .sum();
  }
}
