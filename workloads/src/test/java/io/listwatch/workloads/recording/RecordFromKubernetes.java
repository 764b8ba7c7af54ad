package io.listwatch.workloads.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.autoscaling.MetricsDefinitions;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on a cluster with kube-controller-manager, and writes what its controllers did.
 * {@code .build/record-workloads} starts such a cluster.
 */
final class RecordFromKubernetes {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The time without changes after which controllers are done; some of them wait for a second. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  /**
   * The number of scripts that run at a time. Scripts that write cluster-scoped objects run alone.
   */
  private static final int PARALLEL = 6;

  private static final Duration POLL = Duration.ofMillis(200);

  private final ApiClient client;

  private RecordFromKubernetes(ApiClient client) {
    this.client = client;
  }

  /** Arguments: a kubeconfig, the directory to write to, and the names of scripts (all if none). */
  public static void main(String[] args) throws Exception {
    List<String> names = args.length > 2 ? List.of(args).subList(2, args.length) : Script.names();
    ExecutorService parallel = Executors.newFixedThreadPool(PARALLEL);
    try (ApiClient client = ApiClient.of(Kubeconfig.read(Path.of(args[0])).config())) {
      MetricsDefinitions.install(client);
      var recorder = new RecordFromKubernetes(client);
      var running = new ArrayList<Future<?>>();
      for (String name : names) {
        if (!Script.read(name).clusterWide()) {
          running.add(parallel.submit(() -> recorder.write(name, args[1])));
        }
      }
      for (Future<?> each : running) {
        each.get();
      }
      for (String name : names) {
        if (Script.read(name).clusterWide()) {
          recorder.write(name, args[1]);
        }
      }
    } finally {
      parallel.shutdown();
    }
  }

  private @Nullable Void write(String name, String directory) throws Exception {
    JsonNode recording = record(Script.read(name));
    Files.writeString(Path.of(directory, name + ".json"), lines(recording));
    System.err.println(name);
    return null;
  }

  private JsonNode record(Script script) throws InterruptedException {
    String namespace = "script-" + script.name();
    ResourceClient<ApiObject> namespaces = client.resources(Types.NAMESPACES, ApiObject.CODEC);
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object
        .put("apiVersion", "v1")
        .put("kind", "Namespace")
        .putObject("metadata")
        .put("name", namespace);
    namespaces.create(ApiObject.of(object));
    var cluster = new ScriptCluster(client, namespace, ScriptCluster.systemTime());
    var names = new Names(namespace);
    ArrayNode steps = JsonNodeFactory.instance.arrayNode();
    var last = new Snapshot(Map.of());
    for (Script.Step step : script.steps()) {
      for (Script.Action action : step.actions()) {
        perform(cluster, action);
      }
      Snapshot now = quiet(script, cluster, names);
      steps.addObject().put("step", step.title()).set("changes", now.since(last));
      last = now;
    }
    namespaces.delete(namespace);
    if (script.clusterWide()) {
      for (ResourceType type : List.of(Types.NODES, Types.VOLUMES)) {
        client.resources(type, ApiObject.CODEC).deleteAll(DeleteOptions.DEFAULT);
      }
    }
    return steps;
  }

  private static void perform(ScriptCluster cluster, Script.Action action)
      throws InterruptedException {
    if (action.verb().equals("wait")) {
      Thread.sleep(Duration.parse("PT" + action.argument().asText()).toMillis());
    } else {
      cluster.perform(action);
    }
  }

  private static Snapshot quiet(Script script, ScriptCluster cluster, Names names)
      throws InterruptedException {
    Snapshot last = Snapshot.of(script, cluster, names);
    for (long quiet = 0; quiet < QUIET.toMillis(); quiet += POLL.toMillis()) {
      Thread.sleep(POLL.toMillis());
      Snapshot now = Snapshot.of(script, cluster, names);
      if (!now.equals(last)) {
        quiet = 0;
        last = now;
      }
    }
    return last;
  }

  /** Writes one object in each line, so that changes of a recording can be reviewed. */
  private static String lines(JsonNode recording) throws IOException {
    var text = new StringBuilder("[");
    String between = "\n";
    for (JsonNode step : recording) {
      text.append(between)
          .append(" {\"step\": ")
          .append(step.path("step"))
          .append(", \"changes\": {");
      String comma = "\n";
      for (Map.Entry<String, JsonNode> each : step.path("changes").properties()) {
        text.append(comma)
            .append("  ")
            .append(JSON.writeValueAsString(each.getKey()))
            .append(": [");
        String next = "\n";
        for (JsonNode object : each.getValue()) {
          text.append(next).append("   ").append(object);
          next = ",\n";
        }
        text.append("]");
        comma = ",\n";
      }
      text.append("}}");
      between = ",\n";
    }
    return text.append("]\n").toString();
  }
}
