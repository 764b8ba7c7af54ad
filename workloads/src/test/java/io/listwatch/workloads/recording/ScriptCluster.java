package io.listwatch.workloads.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Performs the actions of scripts in one namespace: as the user, as the scheduler and as the
 * kubelet of all nodes.
 */
final class ScriptCluster {
  private final ApiClient client;
  private final String namespace;
  private final Supplier<Instant> now;
  private int addresses;
  private int lists;

  /** The number of the list that had a pod first, by uid. Timestamps have whole seconds only. */
  private final Map<String, Integer> firstSeen = new HashMap<>();

  ScriptCluster(ApiClient client, String namespace, Supplier<Instant> now) {
    this.client = client;
    this.namespace = namespace;
    this.now = now;
  }

  static Supplier<Instant> systemTime() {
    return Clock.systemUTC()::instant;
  }

  ResourceClient<ApiObject> resources(ResourceType type) {
    ResourceClient<ApiObject> all = client.resources(type, ApiObject.CODEC);
    return type.scope() == Scope.NAMESPACED ? all.inNamespace(namespace) : all;
  }

  /** Performs an action other than {@code wait}. */
  void perform(Script.Action action) throws InterruptedException {
    JsonNode argument = action.argument();
    switch (action.verb()) {
      case "create" -> create(argument);
      case "patch" -> patch(argument, "");
      case "status" -> patch(argument, "status");
      case "delete" -> delete(argument);
      case "bind" -> bind(argument);
      case "ready" -> changePods(argument, this::ready);
      case "unready" -> changePods(argument, this::unready);
      case "finish" -> changePods(argument, this::finish);
      case "label" -> changePods(argument, this::label);
      case "deletePods" -> changePods(argument, (pod, how) -> delete(pod, false));
      case "kill" -> changePods(argument, (pod, how) -> delete(pod, true));
      case "evict" -> changePods(argument, (pod, how) -> evict(pod));
      case "gone" -> gone();
      case "usage" -> usage(argument);
      default -> throw new IllegalArgumentException("action: " + action.verb());
    }
  }

  private void create(JsonNode objects) throws InterruptedException {
    for (JsonNode each : objects.isArray() ? objects : array(objects)) {
      ObjectNode object = each.deepCopy();
      ResourceType type = ScriptKinds.of(object.path("kind").asText());
      if (type.scope() == Scope.NAMESPACED) {
        object.withObject("/metadata").put("namespace", namespace);
      }
      ApiObject created = resources(type).create(ApiObject.of(object));
      if (type.equals(ScriptKinds.NODES)) {
        // Admission taints a new node as not ready.
        resources(type).patch(created.name(), Patch.merge("{\"spec\":{\"taints\":null}}"));
      }
    }
  }

  private static ArrayNode array(JsonNode element) {
    return JsonNodeFactory.instance.arrayNode().add(element);
  }

  /** The argument maps {@code Kind/name} to a merge patch. */
  private void patch(JsonNode patches, String subresource) throws InterruptedException {
    for (Map.Entry<String, JsonNode> each : patches.properties()) {
      String[] name = each.getKey().split("/", 2);
      ResourceClient<ApiObject> all = resources(ScriptKinds.of(name[0]));
      String patch =
          each.getValue()
              .toString()
              .replace("\"NOW\"", "\"" + ApiObject.timestamp(now.get()) + "\"");
      (subresource.isEmpty() ? all : all.subresource(subresource))
          .patch(name[1], Patch.merge(patch));
    }
  }

  private void delete(JsonNode argument) throws InterruptedException {
    String[] name =
        (argument.isTextual() ? argument : argument.path("object")).asText().split("/", 2);
    DeleteOptions options =
        argument.has("propagation")
            ? DeleteOptions.DEFAULT.propagation(
                DeleteOptions.Propagation.valueOf(
                    argument.path("propagation").asText().toUpperCase(Locale.ROOT)))
            : DeleteOptions.DEFAULT.propagation(DeleteOptions.Propagation.BACKGROUND);
    resources(ScriptKinds.of(name[0])).delete(name[1], options);
  }

  private interface PodChange {
    void apply(ApiObject pod, JsonNode how) throws InterruptedException;
  }

  /**
   * Changes active pods. {@code labels} selects some, {@code name} one, {@code count} the first
   * ones, and {@code ready} those that are ready or not.
   */
  private void changePods(JsonNode argument, PodChange change) throws InterruptedException {
    for (JsonNode each : argument.isArray() ? argument : array(argument)) {
      for (ApiObject pod : pods(each)) {
        change.apply(pod, each);
      }
    }
  }

  private List<ApiObject> pods(JsonNode which) throws InterruptedException {
    Map<String, String> labels = ApiObject.strings(which.path("labels"));
    Stream<ApiObject> pods =
        resources(ScriptKinds.PODS).list().items().stream()
            .filter(Pods::active)
            .filter(pod -> Selectors.ofLabels(labels).matches(pod.labels()))
            .filter(pod -> !which.has("name") || pod.name().equals(which.path("name").asText()))
            .filter(pod -> !which.has("index") || index(pod).equals(which.path("index").asText()))
            .filter(pod -> !which.has("image") || image(pod).equals(which.path("image").asText()))
            .filter(
                pod ->
                    !which.has("isReady") || Pods.ready(pod) == which.path("isReady").asBoolean())
            .sorted(
                Comparator.comparing(ApiObject::created)
                    .thenComparing(pod -> firstSeen.getOrDefault(pod.uid(), Integer.MAX_VALUE))
                    .thenComparing(ApiObject::name));
    return pods.limit(which.path("count").asInt(Integer.MAX_VALUE)).toList();
  }

  private static String index(ApiObject pod) {
    return pod.labelMap().getOrDefault("batch.kubernetes.io/job-completion-index", "");
  }

  private static String image(ApiObject pod) {
    return pod.spec().at("/containers/0/image").asText();
  }

  private void ready(ApiObject pod, JsonNode how) throws InterruptedException {
    String address =
        pod.status()
            .path("podIP")
            .asText("10.1.%d.%d".formatted(addresses / 250, addresses % 250 + 1));
    addresses++;
    status(
        pod,
        """
        {"phase":"Running","podIP":"%s","podIPs":[{"ip":"%s"}],"startTime":"%s",\
        "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"%s"}]}\
        """
            .formatted(address, address, time(), time()));
  }

  private void unready(ApiObject pod, JsonNode how) throws InterruptedException {
    status(
        pod,
        """
        {"conditions":[{"type":"Ready","status":"False","lastTransitionTime":"%s"}]}\
        """
            .formatted(time()));
  }

  /** Ends the containers: {@code exit} is their exit code, and {@code conditions} are added. */
  private void finish(ApiObject pod, JsonNode how) throws InterruptedException {
    int exit = how.path("exit").asInt();
    ArrayNode conditions = JsonNodeFactory.instance.arrayNode();
    conditions
        .addObject()
        .put("type", "Ready")
        .put("status", "False")
        .put("reason", exit == 0 ? "PodCompleted" : "PodFailed")
        .put("lastTransitionTime", time());
    how.path("conditions")
        .forEach(type -> conditions.addObject().put("type", type.asText()).put("status", "True"));
    status(
        pod,
        """
        {"phase":"%s","startTime":"%s","conditions":%s,"containerStatuses":[{"name":"%s",\
        "image":"x","imageID":"","ready":false,"restartCount":0,"state":{"terminated":\
        {"exitCode":%d,"startedAt":"%s","finishedAt":"%s"}}}]}\
        """
            .formatted(
                exit == 0 ? "Succeeded" : "Failed",
                time(),
                conditions,
                pod.spec().at("/containers/0/name").asText(),
                exit,
                time(),
                time()));
  }

  private String time() {
    return ApiObject.timestamp(now.get());
  }

  private void status(ApiObject pod, String status) throws InterruptedException {
    resources(ScriptKinds.PODS)
        .subresource("status")
        .patch(pod.name(), Patch.merge("{\"status\":" + status + "}"));
  }

  private void label(ApiObject pod, JsonNode how) throws InterruptedException {
    resources(ScriptKinds.PODS)
        .patch(pod.name(), Patch.merge("{\"metadata\":{\"labels\":" + how.path("set") + "}}"));
  }

  private void delete(ApiObject pod, boolean atOnce) throws InterruptedException {
    DeleteOptions options =
        atOnce ? DeleteOptions.DEFAULT.gracePeriod(Duration.ZERO) : DeleteOptions.DEFAULT;
    resources(ScriptKinds.PODS).delete(pod.name(), options);
  }

  private void evict(ApiObject pod) throws InterruptedException {
    String body =
        """
        {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"%s","namespace":"%s"}}\
        """
            .formatted(pod.name(), namespace);
    post(pod, "eviction", body);
  }

  /** Binds each pod without a node to the node that its affinity names, or to the argument. */
  private void bind(JsonNode node) throws InterruptedException {
    for (ApiObject pod : resources(ScriptKinds.PODS).list().items()) {
      if (Pods.node(pod).isEmpty() && Pods.active(pod)) {
        String named =
            pod.spec()
                .at("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")
                .at("/nodeSelectorTerms/0/matchFields/0/values/0")
                .asText();
        String body =
            """
            {"apiVersion":"v1","kind":"Binding","metadata":{"name":"%s"},\
            "target":{"apiVersion":"v1","kind":"Node","name":"%s"}}\
            """
                .formatted(pod.name(), named.isEmpty() ? node.asText() : named);
        post(pod, "binding", body);
      }
    }
  }

  private void post(ApiObject pod, String subresource, String body) throws InterruptedException {
    String path = "/api/v1/namespaces/%s/pods/%s/%s".formatted(namespace, pod.name(), subresource);
    client.call(ApiRequest.of("POST", path).body(body.getBytes(UTF_8)));
  }

  /** Removes pods that are being deleted, as kubelets do. */
  private void gone() throws InterruptedException {
    for (ApiObject pod : resources(ScriptKinds.PODS).list().items()) {
      if (pod.terminating()) {
        delete(pod, true);
      }
    }
  }

  /** Writes the metrics of all active pods, and removes those of others. */
  private void usage(JsonNode usage) throws InterruptedException {
    ResourceClient<ApiObject> metrics = resources(ScriptKinds.POD_METRICS);
    List<ApiObject> pods = pods(JsonNodeFactory.instance.objectNode());
    for (ApiObject each : metrics.list().items()) {
      if (pods.stream().noneMatch(pod -> pod.name().equals(each.name()))) {
        metrics.delete(each.name());
      }
    }
    for (ApiObject pod : pods) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("apiVersion", "metrics.k8s.io/v1beta1").put("kind", "PodMetrics");
      ObjectNode metadata = json.putObject("metadata");
      metadata.put("namespace", namespace).put("name", pod.name());
      pod.labelMap().forEach(metadata.putObject("labels")::put);
      // Ahead of the time at which the pod became ready.
      json.put("timestamp", ApiObject.timestamp(now.get().plusSeconds(60))).put("window", "1s");
      json.putArray("containers").addObject().put("name", "main").set("usage", usage);
      var unused = metrics.as("script").applyForced(ApiObject.of(json));
    }
  }

  /** Returns the events about some nodes, which have no namespace of their own. */
  List<ApiObject> nodeEvents(Set<String> nodes) throws InterruptedException {
    return client
        .resources(ScriptKinds.EVENTS, ApiObject.CODEC)
        .inNamespace("default")
        .list()
        .items()
        .stream()
        .filter(event -> event.json().at("/involvedObject/kind").asText().equals("Node"))
        .filter(event -> nodes.contains(event.json().at("/involvedObject/name").asText()))
        .toList();
  }

  List<ApiObject> list(ResourceType type) throws InterruptedException {
    List<ApiObject> listed = resources(type).list().items();
    lists++;
    listed.forEach(each -> firstSeen.putIfAbsent(each.uid(), lists));
    return listed;
  }
}
